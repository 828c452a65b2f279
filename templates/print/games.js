(function () {
  "use strict";
  var form = document.getElementById("search"), field = document.getElementById("for"), found = document.getElementById("found");
  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  field.addEventListener("input", function () {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean), count = 0;
    document.querySelectorAll(".games li").forEach(function (row) {
      var text = row.textContent.toLowerCase();
      row.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
      if (!row.hidden) { count += 1; }
    });
    document.querySelectorAll("main section").forEach(function (part) {
      part.hidden = !part.querySelector("li:not([hidden])");
    });
    found.textContent = words.length ? count + " " + found.dataset.words : "";
  });
})();
