(function () {
  "use strict";
  var root = document.documentElement;
  var main = document.querySelector("main");
  var words = main.dataset;
  var said = document.getElementById("said");
  var many = document.querySelectorAll("section.document").length > 1;
  var FEW = 5;
  var FOLDED = 8;
  root.classList.add("js");

  function say(template, fields) {
    return template.replace(/%(\w+)%/g, function (all, name) {
      var value = fields[name];
      return typeof value === "number" ? value.toLocaleString(root.lang) : value;
    });
  }
  function all(node, selector) {
    return Array.prototype.slice.call(node.querySelectorAll(selector));
  }

  // What is done, kept in the browser for each file by its content.

  function Done(section) {
    this.name = "dtaa-lint:done:" + section.dataset.hash;
    this.keys = this.read() || Object.create(null);
  }
  Done.prototype.read = function () {
    try {
      var keys = Object.create(null), list = JSON.parse(localStorage.getItem(this.name) || "[]");
      (Array.isArray(list) ? list : []).forEach(function (key) { keys[key] = true; });
      return keys;
    } catch (error) {
      return null; // Nothing can be kept here, or what is kept is no list: the page alone knows.
    }
  };
  Done.prototype.set = function (keys, value) {
    var kept = this.read() || this.keys;
    keys.forEach(function (key) { if (value) { kept[key] = true; } else { delete kept[key]; } });
    this.keys = kept;
    try {
      var list = Object.keys(kept);
      if (list.length) { localStorage.setItem(this.name, JSON.stringify(list)); } else { localStorage.removeItem(this.name); }
    } catch (error) { /* as above */ }
  };

  // Filters, one for each document.

  var FIELDS = ["severity", "guideline", "rule", "status", "page", "done", "q"];

  function pagesOf(text) {
    // "3, 5-7" as a test of page numbers; null for any page. "none": on no page.
    var runs = [];
    text.split(/[,;\s]+/).forEach(function (part) {
      var match = /^(\d{1,7})(?:[-–](\d{1,7})?)?$/.exec(part);
      if (part === "none") { runs.push([0, 0]); }
      if (match) {
        var open = /[-–]$/.test(part);
        runs.push([+match[1], match[2] ? +match[2] : open ? Infinity : +match[1]]);
      }
    });
    if (!runs.length) { return null; }
    return function (page) {
      return runs.some(function (run) { return page >= run[0] && page <= run[1]; });
    };
  }

  function Filter(section) {
    var self = this;
    this.section = section;
    this.form = section.querySelector("form.filter");
    this.live = section.querySelector("output.live");
    this.empty = section.querySelector(".empty");
    this.causes = all(section, "details.cause").map(function (node) {
      return {
        node: node,
        count: node.querySelector(".count"),
        whole: node.querySelector(".count").textContent,
        head: null,
        every: node.querySelector("input.every"),
        progress: node.querySelector(".progress"),
        places: all(node, ".place").map(function (place) {
          var box = place.querySelector("input[data-key]");
          return { node: place, page: +place.dataset.page, text: null, box: box };
        })
      };
    });
    this.total = this.causes.reduce(function (sum, cause) { return sum + cause.places.length; }, 0);
    if (!this.form) { return; }
    this.done = new Done(section);
    this.header = section.querySelector("header .progress");
    this.form.hidden = false;
    this.ticked();
    section.addEventListener("change", function (event) {
      if (event.target.matches(".tick input")) { self.tick(event.target); }
    });
    window.addEventListener("storage", function (event) {
      if (event.key !== self.done.name && event.key !== null) { return; }
      self.done.keys = self.done.read() || self.done.keys;
      self.ticked();
      self.apply(false);
    });
    if (this.causes.length > FOLDED) {
      this.causes.forEach(function (cause) { cause.node.open = false; });
    }
    var timer = 0;
    this.form.addEventListener("input", function () {
      clearTimeout(timer);
      timer = setTimeout(function () { self.apply(true); }, 120);
    });
    this.form.addEventListener("reset", function () {
      setTimeout(function () { self.apply(true); }, 0);
    });
    this.form.addEventListener("submit", function (event) {
      event.preventDefault();
      self.apply(true);
    });
    section.addEventListener("click", function (event) {
      var fold = event.target.dataset && event.target.dataset.fold;
      if (!fold) { return; }
      self.causes.forEach(function (cause) {
        if (!cause.node.hidden) { cause.node.open = fold === "open"; }
      });
    });
    this.apply(false);
  }

  // Shows what is done.
  Filter.prototype.ticked = function () {
    var keys = this.done.keys, whole = 0, total = 0;
    this.causes.forEach(function (cause) {
      var n = 0, of = 0;
      cause.places.forEach(function (place) {
        if (!place.box) { return; }
        place.box.checked = keys[place.box.dataset.key] === true;
        place.node.classList.toggle("done", place.box.checked);
        of += 1;
        n += place.box.checked ? 1 : 0;
      });
      if (!of) { return; }
      if (cause.every) {
        cause.every.checked = n === of;
        cause.every.indeterminate = n > 0 && n < of;
      }
      cause.node.classList.toggle("done", n === of);
      cause.progress.hidden = n === 0;
      cause.progress.textContent = say(words.ticked, { done: n, total: of });
      whole += n;
      total += of;
    });
    if (!this.header) { return; }
    this.header.querySelector("progress").value = whole;
    this.header.querySelector("span").textContent = say(words.done, { done: whole, total: total });
  };

  Filter.prototype.tick = function (box) {
    var cause = this.causes.filter(function (other) { return other.node.contains(box); })[0];
    var boxes = box === cause.every
      ? cause.places.map(function (place) { return place.box; }).filter(function (other) { return !other.closest("[hidden]"); })
      : [box];
    var focusable = all(this.section, ".tick input").filter(function (other) { return !other.closest("[hidden]"); });
    this.done.set(boxes.map(function (other) { return other.dataset.key; }), box.checked);
    this.ticked();
    this.apply(false);
    if (!box.closest("[hidden]")) { return; }
    // What is done has left the list: go on with what comes next in it.
    var at = focusable.indexOf(box);
    var next = focusable.slice(at + 1).concat(focusable.slice(0, at).reverse()).filter(function (other) {
      return !other.closest("[hidden]");
    })[0];
    if (!next) { this.form.elements.done.focus(); return; }
    var fold = next.closest("details.cause");
    (fold.open ? next : fold.querySelector("summary")).focus();
  };

  Filter.prototype.state = function () {
    var form = this.form, state = {};
    FIELDS.forEach(function (name) {
      var value = form.elements[name] ? form.elements[name].value.trim() : "";
      if (value) { state[name] = value; }
    });
    return state;
  };

  Filter.prototype.set = function (state) {
    var form = this.form;
    if (!form) { return; }
    FIELDS.forEach(function (name) {
      if (form.elements[name]) { form.elements[name].value = state[name] || ""; }
    });
    this.apply(true);
  };

  Filter.prototype.apply = function (tell) {
    var state = this.state();
    var pages = state.page ? pagesOf(state.page) : null;
    var needles = (state.q || "").toLowerCase().split(/\s+/).filter(Boolean);
    var shown = 0, left = [];
    function has(text) {
      return needles.every(function (needle) { return text.indexOf(needle) >= 0; });
    }
    this.causes.forEach(function (cause) {
      var data = cause.node.dataset;
      var fits = (!state.severity || data.severity === state.severity) &&
        (!state.guideline || data.guideline === state.guideline) &&
        (!state.rule || data.code === state.rule) &&
        (!state.status || data.status === state.status);
      var n = 0;
      if (fits && needles.length && cause.head === null) {
        cause.head = cause.node.querySelector("summary").textContent.toLowerCase();
      }
      var named = !needles.length || (fits && has(cause.head));
      cause.places.forEach(function (place) {
        var ok = fits && (!pages || pages(place.page)) &&
          (!state.done || (place.box !== null && place.box.checked === (state.done === "yes")));
        if (ok && !named) {
          if (place.text === null) {
            place.text = cause.head + " " + spoken(place.node).toLowerCase();
          }
          ok = has(place.text);
        }
        if (place.node.hidden === ok) { place.node.hidden = !ok; }
        n += ok ? 1 : 0;
      });
      cause.node.hidden = n === 0;
      cause.count.textContent = n === cause.places.length
        ? cause.whole : say(words.places, { shown: n, total: n === 0 ? 0 : cause.places.length });
      shown += n;
      if (n) { left.push(cause); }
    });
    var active = FIELDS.some(function (name) { return state[name]; });
    if (active && left.length <= FEW) { left.forEach(function (cause) { cause.node.open = true; }); }
    this.live.textContent = say(words.shown, { shown: shown, total: this.total });
    if (this.empty) { this.empty.hidden = !(active && shown === 0); }
    if (!tell) { return; }
    this.remember(state);
    // The list has become shorter: where it ends above what is seen, go back to its beginning.
    var list = this.form.parentNode;
    if (list.getBoundingClientRect().top < 0 && (shown === 0 || this.form.getBoundingClientRect().top < 0)) {
      list.scrollIntoView();
    }
  };

  // The text of a place without what explains the report.
  function spoken(node) {
    return all(node, "small, .explain, .grid-path, .tick").reduce(function (text, part) {
      return text.replace(part.textContent, " ");
    }, node.textContent);
  }

  Filter.prototype.address = function (state) {
    var query = FIELDS.filter(function (name) { return state[name]; }).map(function (name) {
      return name + "=" + encodeURIComponent(state[name]);
    }).join("&");
    return "#" + this.section.dataset.id + (query ? "?" + query : "");
  };

  Filter.prototype.remember = function (state) {
    try { history.replaceState(null, "", this.address(state)); } catch (error) { /* kept in the form */ }
  };

  // Of many documents each has its filter when it is first shown.
  var sections = all(document, "section.document");
  var filters = {};
  function filterOf(section) {
    var id = section.dataset.id;
    if (!filters[id]) { filters[id] = new Filter(section); }
    return filters[id];
  }
  function sectionOf(id) {
    return sections.filter(function (section) { return section.dataset.id === id; })[0] || null;
  }
  if (!many) { sections.forEach(filterOf); }

  // Which document is shown, and where the address leads.

  function show(section) {
    if (!many) { return; }
    document.getElementById("documents").hidden = section !== null;
    main.classList.toggle("one", section !== null);
    sections.forEach(function (other) {
      if (other.hidden === (other === section)) { other.hidden = other !== section; }
    });
    if (section) { filterOf(section); }
  }

  function reveal(target) {
    var section = target.closest("section.document");
    if (!section) { show(null); return; }
    show(section);
    var filter = filterOf(section);
    if (filter.form && target.closest("[hidden]")) { filter.set({}); }
    for (var node = target; node && node !== section; node = node.parentElement) {
      if (node.tagName === "DETAILS") { node.open = true; }
    }
  }

  function follow(first) {
    var hash = location.hash.slice(1);
    var match = /^(d\d+)\?(.*)$/.exec(hash);
    var wanted = match ? sectionOf(match[1]) : null;
    if (wanted) {
      var filter = filterOf(wanted), state = {};
      match[2].split("&").forEach(function (pair) {
        var at = pair.indexOf("=");
        try {
          if (at > 0) { state[pair.slice(0, at)] = decodeURIComponent(pair.slice(at + 1)); }
        } catch (error) { /* no text that was encoded */ }
      });
      show(filter.section);
      filter.set(state);
      var list = document.getElementById(match[1] + "-findings");
      if (list && first) { list.scrollIntoView(); }
      return;
    }
    var target = hash ? document.getElementById(hash) : null;
    if (!target) {
      if (!hash) { show(null); }
      return;
    }
    reveal(target);
    target.scrollIntoView();
    if (!first) { focus(target); }
  }

  function focus(target) {
    var place = target.tagName === "DETAILS" ? target.querySelector("summary") : target;
    if (place === target && !target.hasAttribute("tabindex")) { target.setAttribute("tabindex", "-1"); }
    place.focus({ preventScroll: true });
  }

  window.addEventListener("hashchange", function () { follow(false); });
  if (many) { show(null); }
  follow(true);

  // The map leads to filtered findings; within it the arrow keys move.

  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("a[data-filter]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();
    var section = link.closest("section.document"), state = {};
    link.dataset.filter.split("&").forEach(function (pair) {
      var parts = pair.split("=");
      state[parts[0]] = parts[1];
    });
    filterOf(section).set(state);
    var list = document.getElementById(section.dataset.id + "-findings");
    list.scrollIntoView();
    focus(list);
  });

  all(document, "table.heat").forEach(function (table) {
    var links = all(table, "a");
    links.forEach(function (link, at) { link.tabIndex = at ? -1 : 0; });
    table.addEventListener("keydown", function (event) {
      var link = event.target.closest("a"), step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      var rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!link || !(step || rows)) { return; }
      event.preventDefault();
      var next = null;
      if (step) {
        next = links[links.indexOf(link) + step];
      } else {
        var row = link.closest("tr");
        row = rows < 0 ? row.previousElementSibling : row.nextElementSibling;
        var at = link.closest("td").cellIndex;
        next = row && all(row, "a").sort(function (a, b) {
          return Math.abs(a.closest("td").cellIndex - at) - Math.abs(b.closest("td").cellIndex - at);
        })[0];
      }
      if (next) {
        link.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
    });
  });

  // Copying.

  all(document, "button.copy").forEach(function (button) { button.hidden = false; });
  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("button.copy");
    if (!button) { return; }
    var text = button.dataset.copy;
    function done() { said.textContent = ""; said.textContent = say(words.copied, { text: text }); mark(button); }
    function byHand() {
      var range = document.createRange();
      range.selectNodeContents(button.parentElement.querySelector("code"));
      var selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      if (document.execCommand && document.execCommand("copy")) { done(); } else { said.textContent = words.uncopied; }
    }
    if (navigator.clipboard && navigator.clipboard.writeText) {
      navigator.clipboard.writeText(text).then(done, byHand);
    } else {
      byHand();
    }
  });
  function mark(button) {
    if (!button.dataset.label) { button.dataset.label = button.textContent; }
    button.textContent = button.dataset.label + " ✓";
    setTimeout(function () { button.textContent = button.dataset.label; }, 1500);
  }

  // Tables as the machine reads them: the header path of the cell that is pointed at or focused.

  function byId(grid, id) { return grid.querySelector('[id="' + id + '"],[data-id="' + id + '"]'); }

  function tell(grid, cell) {
    all(grid, ".heads").forEach(function (node) { node.classList.remove("heads"); });
    all(grid, ".at-cell").forEach(function (node) { node.classList.remove("at-cell"); });
    cell.classList.add("at-cell");
    (cell.getAttribute("headers") || "").split(" ").filter(Boolean).forEach(function (id) {
      var header = byId(grid, id);
      if (header) { header.classList.add("heads"); }
    });
    var path = cell.dataset.path || cell.title;
    if (cell.title) {
      cell.dataset.path = cell.title;
      cell.removeAttribute("title");
    }
    var text = (cell.querySelector("bdi") || cell).textContent;
    grid.querySelector(".grid-path").textContent = path ? say(words.cell, { text: text, path: path }) : text;
  }

  document.addEventListener("mouseover", function (event) {
    var cell = event.target.closest && event.target.closest(".grid th, .grid td");
    if (cell && !cell.classList.contains("gap")) { tell(cell.closest(".grid"), cell); }
  });
  document.addEventListener("keydown", function (event) {
    var step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    var grid = step && event.target.closest && event.target.closest(".grid");
    if (!grid) { return; }
    event.preventDefault();
    var places = layout(grid), now = event.target.closest("th, td"), at = null;
    places.forEach(function (row, y) {
      row.forEach(function (cell, x) { if (cell === now && !at) { at = [y, x]; } });
    });
    if (!at) { at = [0, 0]; step = [0, 0]; }
    var y = at[0] + step[0], x = at[1] + step[1];
    while (now && places[y] && places[y][x] === now) { y += step[0]; x += step[1]; if (!step[0] && !step[1]) { break; } }
    var next = places[y] && places[y][x];
    if (!next) { return; }
    next.tabIndex = -1;
    next.focus();
    if (!next.classList.contains("gap")) { tell(grid, next); }
  });

  function layout(grid) {
    var places = [];
    all(grid, "tr").forEach(function (row, y) {
      var x = 0;
      places[y] = places[y] || [];
      Array.prototype.forEach.call(row.cells, function (cell) {
        while (places[y][x]) { x += 1; }
        for (var down = 0; down < cell.rowSpan; down += 1) {
          places[y + down] = places[y + down] || [];
          for (var along = 0; along < cell.colSpan; along += 1) { places[y + down][x + along] = cell; }
        }
        x += cell.colSpan;
      });
    });
    return places;
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest && event.target.closest("button.rows");
    if (!button) { return; }
    var open = button.closest(".grid").classList.toggle("whole");
    button.setAttribute("aria-expanded", String(open));
  });

  // A table that was shown at another place already is shown here, too.
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("a.grid-link");
    if (!link) { return; }
    event.preventDefault();
    var use = link.closest(".table-use"), old = use.querySelector(".grid");
    if (old) { old.hidden = !old.hidden; link.setAttribute("aria-expanded", String(!old.hidden)); return; }
    var grid = document.getElementById(link.dataset.grid).cloneNode(true);
    var prefix = link.dataset.grid + "-c", copy = use.closest(".place").id + "-g";
    grid.removeAttribute("id");
    grid.classList.remove("whole");
    var title = grid.querySelector(".grid-title");
    title.id = copy + "t";
    all(grid, "[aria-labelledby]").forEach(function (node) { node.setAttribute("aria-labelledby", title.id); });
    all(grid, "[id]").forEach(function (cell) {
      if (cell === title) { return; }
      var at = cell.id.slice(prefix.length);
      cell.id = copy + at;
      if (cell.getAttribute("headers")) {
        cell.setAttribute("headers", cell.getAttribute("headers").split(prefix).join(copy));
      }
      cell.classList.remove("fault", "other", "heads", "at-cell");
      all(cell, ".sign.at-fault").forEach(function (sign) { sign.remove(); });
      if (use.dataset.faults.split(" ").indexOf(at) >= 0) { cell.classList.add("fault"); }
      if (use.dataset.others.split(" ").indexOf(at) >= 0) { cell.classList.add("other"); }
    });
    use.appendChild(grid);
    link.setAttribute("aria-expanded", "true");
  });

  // Print: everything that the filter shows is open.

  var closed = [];
  window.addEventListener("beforeprint", function () {
    closed = all(document, "details:not([open]):not(.more), details.printed:not([open])");
    closed.forEach(function (node) { node.open = true; });
  });
  window.addEventListener("afterprint", function () {
    closed.forEach(function (node) { node.open = false; });
    closed = [];
  });
}());
