// Points on a plain map: degrees of latitude and longitude, drawn to scale at the middle of the points, and nothing else.

const svg = "http://www.w3.org/2000/svg";
const margin = 40;
const kilometresADegree = 111.195;

function element(name, attributes, text) {
  const made = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

// The step among 1, 2 and 5 times a power of ten that gives some six lines.
function niceStep(span) {
  const rough = span / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((step) => step * power >= rough) ?? 10);
}

/** Points that stand on both sides of the 180th meridian are drawn together: the smaller half is moved by 360 degrees. */
function joined(points) {
  const longitudes = points.map((point) => point.long);
  const span = (values) => Math.max(...values) - Math.min(...values);
  const moved = longitudes.map((long) => (long < 0 ? long + 360 : long));
  return span(moved) < span(longitudes) ? points.map((point, i) => ({ ...point, long: moved[i] })) : points;
}

function frameOf(points, width, height) {
  const lats = points.map((point) => point.lat);
  const longs = points.map((point) => point.long);
  const middle = { lat: (Math.min(...lats) + Math.max(...lats)) / 2, long: (Math.min(...longs) + Math.max(...longs)) / 2 };
  const stretch = Math.max(0.2, Math.cos((middle.lat * Math.PI) / 180)); // the length of a degree of longitude, as a share of one of latitude
  const spanLat = Math.max(0.01, Math.max(...lats) - Math.min(...lats));
  const spanLong = Math.max(0.01, Math.max(...longs) - Math.min(...longs));
  const pixels = Math.min((height - 2 * margin) / spanLat, (width - 2 * margin) / (spanLong * stretch)); // a degree of latitude
  return {
    width,
    height,
    middle,
    pixels,
    stretch,
    x: (long) => width / 2 + (long - middle.long) * pixels * stretch,
    y: (lat) => height / 2 - (lat - middle.lat) * pixels,
  };
}

function degrees(value, step, [positive, negative]) {
  const shown = ((((value + 180) % 360) + 360) % 360) - 180;
  return `${Math.abs(shown).toFixed(Math.max(0, -Math.floor(Math.log10(step))))}°${shown < 0 ? negative : positive}`;
}

function drawGrid(map, frame) {
  const { width, height } = frame;
  const spanLat = height / frame.pixels;
  const spanLong = width / (frame.pixels * frame.stretch);
  const latStep = niceStep(spanLat);
  for (let lat = Math.ceil((frame.middle.lat - spanLat / 2) / latStep) * latStep; lat <= frame.middle.lat + spanLat / 2; lat += latStep) {
    if (Math.abs(lat) > 90) continue;
    map.append(element("line", { class: "grid", x1: 0, x2: width, y1: frame.y(lat), y2: frame.y(lat) }));
    map.append(element("text", { class: "label", x: 4, y: frame.y(lat) - 3 }, degrees(lat, latStep, ["N", "S"])));
  }
  const longStep = niceStep(spanLong);
  for (let long = Math.ceil((frame.middle.long - spanLong / 2) / longStep) * longStep; long <= frame.middle.long + spanLong / 2; long += longStep) {
    map.append(element("line", { class: "grid", x1: frame.x(long), x2: frame.x(long), y1: 0, y2: height }));
    map.append(element("text", { class: "label", x: frame.x(long) + 3, y: height - 5 }, degrees(long, longStep, ["E", "W"])));
  }
}

function drawScale(map, frame) {
  const { width } = frame;
  const kilometres = niceStep((width / frame.pixels) * kilometresADegree);
  const length = (kilometres / kilometresADegree) * frame.pixels;
  const y = 16;
  map.append(element("line", { class: "scale", x1: width - 12 - length, x2: width - 12, y1: y, y2: y }));
  const text = kilometres >= 1 ? `${kilometres} km` : `${Math.round(kilometres * 1000)} m`;
  map.append(element("text", { class: "label", x: width - 12, y: y + 14, "text-anchor": "end" }, text));
}

/** `points`: [{lat, long, name, row}]; `choose(row)` is called for a click on one. Hidden if there are no points. */
export function drawMap(map, points, choose) {
  map.replaceChildren();
  map.toggleAttribute("hidden", points.length === 0);
  if (points.length === 0) return;
  const width = Math.max(280, map.parentElement.clientWidth);
  const height = Math.max(220, Math.round(width * 0.4));
  map.setAttribute("viewBox", `0 0 ${width} ${height}`);
  map.setAttribute("aria-label", `Map of ${points.length} ${points.length === 1 ? "place" : "places"}`);
  const placed = joined(points);
  const frame = frameOf(placed, width, height);
  drawGrid(map, frame);
  drawScale(map, frame);
  for (const point of placed) {
    const circle = element("circle", { cx: frame.x(point.long), cy: frame.y(point.lat), r: 6, "data-row": point.row });
    circle.append(element("title", {}, point.name));
    circle.addEventListener("click", () => choose(point.row));
    map.append(circle);
  }
}

export function markOnMap(map, row) {
  for (const circle of map.querySelectorAll("circle")) circle.classList.toggle("chosen", circle.dataset.row === String(row));
}
