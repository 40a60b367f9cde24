(function () {
  "use strict";
  var root = document.documentElement;
  var words = document.querySelector("main").dataset;
  var form = document.querySelector("form.filter");
  var live = document.querySelector("output.live");
  var empty = document.querySelector("#tasks > .empty");
  var FIELDS = ["q", "system", "kind", "motif", "phrasing", "state"];
  root.classList.add("js");

  function all(node, selector) {
    return Array.prototype.slice.call(node.querySelectorAll(selector));
  }
  function say(template, fields) {
    return template.replace(/%(\w+)%/g, function (whole, name) {
      return fields[name].toLocaleString(root.lang);
    });
  }

  var tasks = all(document, "details.task").map(function (node) {
    return {
      node: node,
      kind: node.dataset.kind,
      motif: node.dataset.motif,
      states: node.dataset.states.split(" "),
      text: null
    };
  });

  function fits(run, wanted) {
    var parts = run.split(":");
    return (!wanted.system || parts[0] === wanted.system)
      && (!wanted.phrasing || parts[1] === wanted.phrasing)
      && (!wanted.state || parts[2] === wanted.state
        || (wanted.state === "fail" && parts[2] !== "pass" && parts[2] !== "open"));
  }

  function apply(write) {
    var wanted = {}, shown = 0, narrow;
    FIELDS.forEach(function (name) { wanted[name] = form.elements[name].value; });
    var needle = wanted.q.trim().toLowerCase();
    narrow = wanted.system || wanted.phrasing || wanted.state;
    tasks.forEach(function (task) {
      var good = (!wanted.kind || task.kind === wanted.kind)
        && (!wanted.motif || task.motif === wanted.motif)
        && (!narrow || task.states.some(function (run) { return fits(run, wanted); }));
      if (good && needle) {
        if (task.text === null) { task.text = task.node.textContent.toLowerCase(); }
        good = task.text.indexOf(needle) >= 0;
      }
      task.node.hidden = !good;
      if (!good) { return; }
      shown += 1;
      all(task.node, ".run").forEach(function (run) {
        run.hidden = Boolean(narrow) && !fits(run.dataset.run, wanted);
      });
      all(task.node, ".variant").forEach(function (variant) {
        variant.hidden = Boolean(narrow) && !variant.querySelector(".run:not([hidden])");
      });
    });
    live.textContent = say(words.shown, { shown: shown, total: tasks.length });
    empty.hidden = shown > 0 || !tasks.length;
    if (!write) { return; }
    var query = FIELDS.filter(function (name) { return wanted[name]; }).map(function (name) {
      return name + "=" + encodeURIComponent(wanted[name]);
    }).join("&");
    history.replaceState(null, "", query ? "#tasks?" + query : "#tasks");
  }

  function read(query) {
    form.reset();
    query.split("&").forEach(function (part) {
      var at = part.indexOf("="), name = part.slice(0, at), value;
      try { value = decodeURIComponent(part.slice(at + 1)); } catch (error) { return; }
      if (FIELDS.indexOf(name) >= 0) { form.elements[name].value = value; }
      // A value that a list does not have leaves it without one.
      if (form.elements[name] && form.elements[name].selectedIndex === -1) { form.elements[name].selectedIndex = 0; }
    });
  }

  function follow() {
    var hash = location.hash.slice(1);
    if (hash.slice(0, 6) === "tasks?") {
      read(hash.slice(6));
      apply(false);
      document.getElementById("tasks").scrollIntoView();
      return;
    }
    var target = hash && document.getElementById(hash);
    if (!target) { return; }
    for (var node = target; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") { node.open = true; }
    }
    target.scrollIntoView();
  }

  // Texts of items, taken from the list of all of them, with the required evidence marked.

  function marked(text, wanted) {
    var out = document.createElement("span"), spans = [], at = 0;
    wanted.forEach(function (one) {
      var parts = one.trim().split(/\s+/).map(function (word) { return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); });
      var match = new RegExp("(^|[^\\p{L}\\p{N}_])(" + parts.join("\\s+") + ")(?![\\p{L}\\p{N}_])", "u").exec(text);
      if (match) { spans.push([match.index + match[1].length, match.index + match[0].length]); }
    });
    spans.sort(function (a, b) { return a[0] - b[0]; });
    spans.forEach(function (span) {
      var from = Math.max(span[0], at);
      if (from >= span[1]) { return; }
      out.appendChild(document.createTextNode(text.slice(at, from)));
      var mark = document.createElement("mark");
      mark.textContent = text.slice(from, span[1]);
      out.appendChild(mark);
      at = span[1];
    });
    out.appendChild(document.createTextNode(text.slice(at)));
    out.className = "full";
    out.dir = "auto";
    return out;
  }

  function unfold(button) {
    var run = button.closest(".run"), ranking = run.querySelector(".ranking");
    var evidence = all(run.closest(".task"), ".required q").map(function (node) { return node.textContent; });
    all(ranking, "li").forEach(function (item) {
      var source = document.getElementById(item.dataset.item);
      var slots = (item.dataset.slots || "").split(" ").filter(Boolean);
      var wanted = slots.map(function (number) { return evidence[number - 1]; });
      item.appendChild(marked(source.querySelector(".shown").textContent, wanted));
    });
    ranking.classList.add("open");
    button.hidden = true;
  }

  all(document, "button.texts").forEach(function (button) { button.hidden = false; });
  document.addEventListener("click", function (event) {
    var target = event.target;
    if (target.matches("button.texts")) { unfold(target); }
    var link = target.closest("a[data-filter]");
    if (link) {
      event.preventDefault();
      read(link.dataset.filter);
      apply(true);
      var section = document.getElementById("tasks");
      section.scrollIntoView();
      form.elements.q.focus({ preventScroll: true });
    }
  });
  var timer = 0;
  form.hidden = false;
  form.addEventListener("input", function () {
    clearTimeout(timer);
    timer = setTimeout(function () { apply(true); }, 120);
  });
  form.addEventListener("reset", function () { setTimeout(function () { apply(true); }, 0); });
  form.addEventListener("submit", function (event) { event.preventDefault(); apply(true); });
  window.addEventListener("hashchange", follow);
  apply(false);
  follow();
}());
