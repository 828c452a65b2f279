(function () {
  "use strict";
  var get = function (id) { return document.getElementById(id); };
  var data = JSON.parse(get("data").textContent), frames = data.frames, story = get("story"), replay = get("replay");
  var figure = get("map"), svg = figure.querySelector("svg"), slider = get("slider"), why = get("why"), hint = why.textContent;
  var elements = data.e.map(function (text) { return text.replace(/~(\d+)~/g, function (_, n) { return data.d[n]; }); });
  var buttons = {}, now = frames.length - 1, timer = 0, title = document.title;
  document.querySelectorAll("[data-do]").forEach(function (button) { buttons[button.dataset.do] = button; });
  var ids = {};
  frames.forEach(function (frame, n) { ids[frame.id] = n; });
  if (window.matchMedia && matchMedia("(hover: none)").matches) { hint = why.dataset.touch; }

  function label(button, n) {
    var there = n >= 0 && n < frames.length, words = button.title.split(":")[0];
    button.setAttribute("aria-disabled", String(!there));
    button.setAttribute("aria-label", there ? words + ": " + frames[n].name : words);
    button.title = button.getAttribute("aria-label");
  }

  function show(n, quiet, still) {
    now = Math.max(0, Math.min(frames.length - 1, n));
    var frame = frames[now], judged = frame.kind === "position" ? frames[now - 1] : frame, reported = judged.report || judged.id;
    svg.innerHTML = data.p[now].map(function (k) { return elements[k]; }).join("");
    figure.setAttribute("aria-label", figure.getAttribute("aria-label").split(",")[0] + ", " + frame.name);
    get("at").textContent = frame.name;
    slider.value = now;
    slider.setAttribute("aria-valuetext", frame.name);
    document.querySelectorAll(".report").forEach(function (each) {
      if (each.id === reported + "-report") { each.removeAttribute("hidden"); } else { each.setAttribute("hidden", "until-found"); }
    });
    label(buttons.back, now - 1);
    label(buttons.forward, now + 1);
    why.textContent = hint;
    if (!quiet) { get("told").textContent = frame.say; }
    if (!still) { history.replaceState(null, "", "#" + frame.id); }
    document.title = title.split(":")[0] + ": " + frame.name;
  }

  function toUnits() {  // a map that is wider than the window begins where the units are
    var units = figure.querySelectorAll("g[data-space]"), box = figure.getBoundingClientRect(), sum = 0;
    if (!units.length || figure.scrollWidth <= figure.clientWidth) { return; }
    units.forEach(function (unit) { var at = unit.getBoundingClientRect(); sum += at.left + at.width / 2; });
    figure.scrollLeft += sum / units.length - box.left - box.width / 2;
  }

  function year(step) {
    var n = now + step;
    while (n > 0 && n < frames.length - 1 && frames[n].year === frames[now].year) { n += step; }
    show(n);
  }

  function naming(words) {
    buttons.play.textContent = words;
    buttons.play.setAttribute("aria-label", words);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    naming(buttons.play.title);
  }

  function tick() {
    if (now === frames.length - 1) { stop(); return; }
    show(now + 1, true);
    timer = setTimeout(tick, (frames[now].kind === "movement" ? 2500 : 1200) * Number(get("speed").value));
  }

  function play() {
    if (timer) { stop(); return; }
    if (now === frames.length - 1) { show(0, true); }
    naming(buttons.play.dataset.pause);
    timer = setTimeout(tick, 1200 * Number(get("speed").value));
  }

  var acts = {
    first: function () { show(0); }, back: function () { show(now - 1); }, forward: function () { show(now + 1); },
    last: function () { show(frames.length - 1); }, play: play
  };
  Object.keys(acts).forEach(function (name) {
    buttons[name].addEventListener("click", function () { if (name !== "play") { stop(); } acts[name](); });
  });
  slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
  replay.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") { return; }
    var left = event.key === "ArrowLeft", right = event.key === "ArrowRight";
    if (left || right) {
      stop();
      if (event.shiftKey) { year(left ? -1 : 1); } else { show(now + (left ? -1 : 1)); }
    } else if (event.key === "Home") { acts.first(); } else if (event.key === "End") { acts.last(); }
    else if (event.key === "p" || event.key === "P") { play(); }
    else if (event.key === "Escape") { stop(); document.activeElement.blur(); return; }
    else { return; }
    event.preventDefault();
  });

  function found(event, what) {
    var exact = event.target.closest && event.target.closest("g[data-space], [data-order]");
    if (exact) { return exact.matches(what) ? exact : null; }
    var around = [[0, 0], [0, 7], [0, -7], [7, 0], [-7, 0]];
    for (var n = 0; n < around.length; n++) {
      var hit = document.elementFromPoint(event.clientX + around[n][0], event.clientY + around[n][1]);
      hit = hit && figure.contains(hit) && hit.closest(what);
      if (hit) { return hit; }
    }
    return null;
  }

  function told(order) {
    var said = order.querySelector("title");
    return said ? said.textContent : "";
  }

  figure.addEventListener("pointermove", function (event) {
    var order = found(event, "[data-order]");
    if (order && told(order)) { why.textContent = told(order); }
  });
  figure.addEventListener("click", function (event) {
    replay.focus({ preventScroll: true });
    var order = found(event, "[data-order]"), space = order ? null : found(event, "[data-space]"), box = get("space");
    box.textContent = "";
    if (order) { why.textContent = told(order); return; }
    var known = space && data.spaces[space.dataset.space];
    if (!known) { why.textContent = hint; return; }
    var head = document.createElement("h2"), list = document.createElement("ol");
    head.textContent = known[0];
    known[1].forEach(function (each) {
      var row = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = frames[each[0]].name;
      button.addEventListener("click", function () { stop(); show(each[0]); });
      row.append(button, " " + each[1]);
      list.append(row);
    });
    box.append(head, list);
  });

  function fromAddress() {
    var id = decodeURIComponent(location.hash.slice(1)), n = ids[id];
    if (n === undefined) {
      var place = id && get(id), report = place && place.closest(".report");
      if (report) { n = ids[report.id.replace(/-report$/, "")]; }
    }
    if (n !== undefined && n !== now) {
      show(n, false, true);
      if (id !== frames[n].id) { get(id).scrollIntoView(); } else { scrollTo(0, 0); }
    }
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest('a[href^="#"]'), n = link ? ids[decodeURIComponent(link.hash.slice(1))] : undefined;
    if (n === undefined || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();  // or the browser scrolls past the map
    stop();
    history.pushState(null, "", link.hash);
    show(n, false, true);
    scrollTo(0, 0);
  });
  document.addEventListener("beforematch", function (event) {
    var report = event.target.closest(".report"), asked = get(decodeURIComponent(location.hash.slice(1)));
    if (report && !(asked && report.contains(asked))) { stop(); show(ids[report.id.replace(/-report$/, "")]); }
  });
  addEventListener("hashchange", function () { stop(); fromAddress(); });
  story.classList.add("shows");
  show(now, true, true);
  fromAddress();
  toUnits();
})();
