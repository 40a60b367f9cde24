"""The words and signs around numbers: units, currencies, scales, bounds, directions, months.

In English, French, German and Spanish, with what of Portuguese and Italian is the same kind of
word. Only what is listed is a unit: ``12 boats`` is a 12.
"""

from __future__ import annotations

from collections.abc import Mapping

from dtaa_lint.universe.wording import words

PERCENT, PERMILLE, POINTS, BASIS = "%", "‰", "pp", "bp"

_THOUSAND, _MILLION, _MILLIARD = 10**3, 10**6, 10**9


def _table(*rows: tuple[str, str]) -> dict[str, str]:
    """Spelling -> normalised; spellings are parted by ``|``."""
    return {spelling: unit for unit, spellings in rows for spelling in spellings.split("|")}


UNITS: Mapping[str, str] = _table(
    ("%", "%|percent|per cent|pct|pct.|p.c.|prozent|pour cent|pour-cent|por ciento|por cento"),
    ("%", "per cento|v.h.|v. h."),
    ("‰", "‰|per mille|per mil|promille|pour mille|por mil"),
    ("pp", "pp|pp.|ppt|percentage point|percentage points|percent points|prozentpunkt"),
    ("pp", "prozentpunkte|prozentpunkten|%-punkte|%-punkten|point de pourcentage"),
    ("pp", "points de pourcentage|puntos porcentuales|punto porcentual|% points|% pts|%-points"),
    ("pp", "puntos de porcentaje|pontos percentuais|punti percentuali|ppts"),
    ("bp", "bp|bps|basis point|basis points|basispunkt|basispunkte|basispunkten|puntos básicos"),
    ("bp", "point de base|points de base"),
    ("€", "€|eur|euro|euros"),
    ("$", "$|dollar|dollars|dólar|dólares"),
    ("USD", "us$|usd|us dollar|us dollars|u.s. dollars|us-dollar|dollars américains"),
    ("CAD", "ca$|c$|cad|canadian dollars|dollars canadiens"),
    ("AUD", "a$|au$|aud"),
    ("NZD", "nz$|nzd"),
    ("HKD", "hk$|hkd"),
    ("R$", "r$|brl|reais"),
    ("£", "£|gbp|pound|pounds|pounds sterling|livres sterling|pfund|libras"),
    ("¥", "¥|jpy|yen"),
    ("CNY", "cny|rmb|yuan"),
    ("₹", "₹|inr|rs|rs.|rupees|rupee"),
    ("CHF", "chf|fr.|sfr|sfr.|franken|swiss francs|francs suisses"),
    ("SEK", "sek"),
    ("NOK", "nok"),
    ("DKK", "dkk"),
    ("kr", "kr|kr.|kronor|kroner"),
    ("PLN", "pln|zł|zloty"),
    ("₽", "₽|rub"),
    ("¢", "¢|cent|cents|centimes"),
    ("kg", "kg|kgs|kilogram|kilograms|kilogramm|kilogramme|kilogrammes|kilogramos|kilo|kilos"),
    ("mg", "mg|milligram|milligrams|milligramm|milligrammes|miligramos"),
    ("µg", "µg|μg|mcg|microgram|micrograms|mikrogramm|microgrammes|microgramos"),
    ("t", "tonne|tonnes|tonnen|toneladas|metric tons|tons|ton"),
    ("g", "gram|grams|gramm|gramme|grammes|gramos"),
    ("lb", "lb|lbs|pound-mass"),
    ("oz", "oz|ounce|ounces"),
    ("km", "km|kilometre|kilometres|kilometer|kilometers|kilometern|kilomètres|kilómetros"),
    ("m", "metre|metres|meter|meters|metern|mètre|mètres|metro|metros"),
    ("cm", "cm|centimetre|centimetres|centimeters|zentimeter|centimètres|centímetros"),
    ("mm", "mm|millimetre|millimetres|millimeters|millimeter|millimètres|milímetros"),
    ("nm", "nm"),
    ("mi", "mile|miles|meilen"),
    ("ft", "ft|foot|feet"),
    ("in", "inch|inches|zoll"),
    ("m²", "m²|m2|sqm|square metres|square meters|quadratmeter|mètres carrés|metros cuadrados"),
    ("km²", "km²|km2|square kilometres"),
    ("m³", "m³|m3|cubic metres|cubic meters|kubikmeter|mètres cubes|metros cúbicos"),
    ("ha", "ha|hectare|hectares|hektar|hectáreas"),
    ("l", "litre|litres|liter|liters|litern|litros"),
    ("ml", "ml|millilitres|milliliters|milliliter|mililitros"),
    ("s", "seconds|sec|secs|sekunde|sekunden|secondes|segundos"),
    ("min", "min|min.|mins|minute|minutes|minuten|minuto|minutos"),
    ("h", "hour|hours|hr|hrs|stunde|stunden|std|std.|heure|heures|hora|horas"),
    ("d", "day|days|tag|tage|tagen|jour|jours|día|días|dias"),
    ("week", "week|weeks|woche|wochen|semaine|semaines|semana|semanas"),
    ("month", "month|months|monat|monate|monaten|mois|mes|meses"),
    ("year", "year|years|yr|yrs|jahr|jahre|jahren|an|ans|année|années|año|años|anos"),
    ("°C", "°c|degrees celsius|grad celsius|degrés celsius"),
    ("°F", "°f|degrees fahrenheit"),
    ("°", "°|degree|degrees|grad|degrés|grados"),
    ("kWh", "kwh"),
    ("MWh", "mwh"),
    ("GWh", "gwh"),
    ("kW", "kw"),
    ("Hz", "hz"),
    ("kHz", "khz"),
    ("GB", "gb"),
    ("MB", "mb"),
    ("TB", "tb"),
    ("km/h", "km/h|kmh|km per hour"),
    ("mph", "mph"),
)
"""Spelling, casefolded -> unit."""
CASED: Mapping[str, str] = _table(
    ("g", "g"), ("t", "t"), ("m", "m"), ("l", "l|L"), ("h", "h"), ("s", "s"),
    ("mW", "mW"), ("MW", "MW"), ("GW", "GW"), ("K", "K"),
)  # fmt: skip
"""Spellings of which the case decides."""
CURRENCIES = words("€ $ USD CAD AUD NZD HKD R$ £ ¥ CNY ₹ CHF SEK NOK DKK kr PLN ₽ ¢")
DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "HKD"})
"""What a plain dollar sign may mean."""
KRONER = frozenset({"SEK", "NOK", "DKK"})

SCALES: Mapping[str, int] = {
    **dict.fromkeys(("thousand", "thousands", "tausend", "tsd", "tsd.", "mille"), _THOUSAND),
    **dict.fromkeys(("milliers", "miles", "mil", "k", "000s", "'000", "'000s"), _THOUSAND),
    **dict.fromkeys(("million", "millions", "millionen", "mio", "mio.", "mill."), _MILLION),
    **dict.fromkeys(("millón", "millones", "millon", "mn", "mn.", "mln", "mln."), _MILLION),
    **dict.fromkeys(("milhão", "milhões", "milioni", "milione", "mm"), _MILLION),
    **dict.fromkeys(("milliard", "milliards", "milliarde", "milliarden"), _MILLIARD),
    **dict.fromkeys(("mrd", "mrd.", "md", "mds", "bn", "bln", "mil millones"), _MILLIARD),
    **dict.fromkeys(("millardo", "millardos", "miliardi", "miliardo", "bilhão"), _MILLIARD),
    **dict.fromkeys(("bilhões",), _MILLIARD),
    **dict.fromkeys(("billón", "billones", "billonen", "bio", "bio."), 10**12),
    **dict.fromkeys(("lakh", "lakhs"), 10**5),
    **dict.fromkeys(("crore", "crores"), 10**7),
}
"""Spelling, casefolded -> factor."""
LONG_SCALE: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("billion", "billions", "billionen"), (_MILLIARD, 10**12)),
    **dict.fromkeys(("trillion", "trillions", "trillionen"), (10**12, 10**18)),
}
"""Words that mean more in French, German and Spanish: (in English, there)."""
GLUED_SCALES: Mapping[str, int] = {
    "k": _THOUSAND, "K": _THOUSAND, "T": _THOUSAND, "m": _MILLION, "M": _MILLION,
    "B": _MILLIARD, "b": _MILLIARD,
}  # fmt: skip
"""Letters that scale an amount of money: ``k€``, ``€5m``, ``T€``."""
PLAIN_SCALES: Mapping[str, int] = {"k": _THOUSAND, "K": _THOUSAND, "M": _MILLION}
"""Those that scale without a currency beside them: ``12k``, ``3 M``."""

BOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("<", "less than", "fewer than", "under", "below", "weniger als"), "<"),
    **dict.fromkeys(("unter", "moins de", "inférieur à", "menos de", "inferior a"), "<"),
    **dict.fromkeys((">", "more than", "over", "above", "greater than", "mehr als"), ">"),
    **dict.fromkeys(("über", "plus de", "supérieur à", "más de", "superior a"), ">"),
    **dict.fromkeys(("≤", "<=", "at most", "up to", "no more than", "höchstens", "bis zu"), "≤"),
    **dict.fromkeys(("maximal", "au plus", "jusqu'à", "como máximo", "hasta", "a lo sumo"), "≤"),
    **dict.fromkeys(("≥", ">=", "at least", "no less than", "mindestens", "au moins"), "≥"),
    **dict.fromkeys(("al menos", "como mínimo", "mindest"), "≥"),
    **dict.fromkeys(("~", "≈", "ca", "ca.", "circa", "approx", "approx.", "about"), "~"),
    **dict.fromkeys(("approximately", "around", "roughly", "etwa", "rund", "ungefähr"), "~"),
    **dict.fromkeys(("env.", "environ", "aprox.", "aproximadamente", "alrededor de"), "~"),
}
"""Words before a number, casefolded -> what they make of it."""
NEGATIVE = words("minus moins negative menos négatif negativ")
"""Words that are a minus sign. ``moins de`` is a bound, and found before them."""
FALLS = words(
    "loss losses decline declined declines decrease decreased decreases drop dropped drops fell",
    "fall fallen falls down deficit reduction reduced lower lost shrank shrunk dip dipped negative",
    "baisse baissé recul reculé perte pertes diminution diminué déficit chute chuté réduction",
    "rückgang verlust verluste gesunken sank gefallen fiel abnahme minus defizit verringert",
    "verringerung caída cayó pérdida pérdidas disminución disminuyó descenso descendió déficit",
)
"""Words that say the sign: ``fell by 3.2``."""
FALL_WINDOW = 5
"""Words before a number among which they are looked for."""

_NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
NUMBER_WORDS: Mapping[str, Mapping[str, int]] = {
    lang: {word: number for number, word in enumerate(line.split(), 2)}
    for lang, line in _NUMBER_WORDS.items()
}
"""Small numbers in words. One is an article in most languages."""
ORDINAL_WORDS: Mapping[str, int] = {
    word: number
    for line in (
        "first second third fourth fifth sixth seventh eighth ninth tenth",
        "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
        "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
        "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo",
    )
    for number, word in enumerate(line.split(), 1)
}

MONTHS: Mapping[str, int] = {
    name: number
    for line in (
        "january february march april may june july august september october november december",
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "janv févr mars avr mai juin juil août sept oct nov déc",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "jänner feber mrz apr mai jun jul aug sept okt nov dez",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "ene feb mar abr may jun jul ago sep oct nov dic",
    )
    for number, name in enumerate(line.split(), 1)
}
