// Elements, numbers and words. Texts become text nodes only: nothing that a message holds is ever read as markup.
let words = {};
export let language = 'en';
let region = 'en'; // of its dates and numbers

export async function speak(lang) {
  language = lang;
  region = navigator.languages.find(each => each.startsWith(lang)) ?? lang;
  words = await (await fetch(lang + '.json')).json();
  document.documentElement.lang = lang;
}

/** The text of a key; {name} is replaced by values.name, and {name|one|many} by one of the two. */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name, one, many) => one === undefined ? values[name] ?? '' : String(values[name]) === '1' ? one : many);
}

/** The text of a code of the server's; the code itself if it is a new one. */
export const word = (group, code) => code == null ? t('unknown') : words[group + '.' + code] ?? String(code).toLowerCase().replaceAll('_', ' ');

export function h(tag, props, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (name.startsWith('on') || name === 'source') made[name] = value;
    else if (name === 'class') made.className = value;
    else if (name === 'key') made.dataset.key = value;
    else if (name === 'value') made.value = value;
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flat(3).filter(child => child != null && child !== false && child !== ''));
  return made;
}

const HANDLERS = ['onclick', 'onchange', 'oninput', 'onsubmit', 'ontoggle'];
const keyOf = node => node.dataset?.key;
const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b) && a.source === b.source && a.classList?.[0] === b.classList?.[0];

function gone(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** Gives an element the attributes, handlers and children of another one. */
function patch(here, like) {
  if (here.nodeType === Node.TEXT_NODE) {
    if (here.data !== like.data) here.data = like.data;
    return;
  }
  if (here.source !== undefined) return;
  for (const {name} of [...here.attributes]) if (!like.hasAttribute(name)) here.removeAttribute(name);
  for (const {name, value} of like.attributes) {
    if (here.getAttribute(name) === value) continue;
    if (name === 'style') here.style.cssText = value; // The security policy forbids the attribute.
    else here.setAttribute(name, value);
  }
  for (const name of HANDLERS) here[name] = like[name];
  patchAll(here, [...like.childNodes]);
}

function patchAll(box, nodes) {
  const wanted = new Set(nodes.map(keyOf));
  const known = new Map();
  for (const each of [...box.children]) {
    if (!keyOf(each)) continue;
    if (wanted.has(keyOf(each))) known.set(keyOf(each), each);
    else each.remove();
  }
  let at = box.firstChild;
  for (const node of nodes) {
    const key = keyOf(node);
    let same = key ? known.get(key) : at;
    if (key) known.delete(key);
    else while (same && !alike(same, node)) same = same.nextSibling;
    if (!same || !alike(same, node)) {
      box.insertBefore(node, at);
      if (same?.open) node.open = true;
      if (same) at = same === at ? gone(same) : (same.remove(), at);
      continue;
    }
    while (at !== same && at && !keyOf(at)) at = gone(at);
    if (at === same) at = at.nextSibling;
    else box.insertBefore(same, at);
    patch(same, node);
  }
  while (at) at = gone(at);
}

/**
 * Puts nodes into a box. Nodes of the same kind and key that are there already are changed instead of replaced, so that focus, selection, scroll
 * positions and a key that is down survive a refresh. One with a source stays as the reader left it, opened or not, until the source is another.
 */
export function fill(box, ...nodes) {
  const focus = box.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  patchAll(box, nodes.flat(3).filter(Boolean).map(each => each.nodeType ? each : document.createTextNode(each)));
  if (focus && !box.contains(document.activeElement)) find(box, focus)?.focus({preventScroll: true});
}
export const find = (box, key) => box.querySelector('[data-key="' + CSS.escape(key) + '"]');

export const link = (id, tab = 'messages', query = '') => '#/chat/' + encodeURIComponent(id) + '/' + tab + (query ? '?' + query : '');

export const number = value => value == null ? '–' : new Intl.NumberFormat(region).format(value);
export const short = value => value == null ? '–'
  : new Intl.NumberFormat(region, {notation: 'compact', maximumFractionDigits: 1}).format(value);
export const percent = share => share == null || !Number.isFinite(share) ? '–'
  : new Intl.NumberFormat(region, {style: 'percent', maximumFractionDigits: 0}).format(share);
export const seconds = millis => millis == null ? '–' : millis < 1000 ? number(millis) + ' ms'
  : new Intl.NumberFormat(region, {maximumFractionDigits: 1}).format(millis / 1000) + ' s';
/** A sum at prices per million tokens; in tokens at full price if these have no currency. */
export const money = (sum, prices) => prices.currency === '' ? t('full-price.n', {n: short(sum / (prices.input || 1))})
  : new Intl.NumberFormat(region, {maximumSignificantDigits: 3, ...(/^[A-Z]{3}$/.test(prices.currency) && {style: 'currency', currency: prices.currency})})
    .format(sum / 1e6);
/** Price of the calls that a provider has reported; null if there were none, or their prices in money are not known. */
export const spent = (use, prices) => prices?.currency && use.calls > 0 ? money(use.inputTokens * prices.input + use.cacheReadTokens * prices.cachedRead
  + use.cacheCreationTokens * prices.cacheWrite + use.outputTokens * prices.output, prices) : null;
/** What each call costs less now, if what was saved would come from the cache; null if prices in money are not known. */
export const cheaper = (saved, prices) => prices?.currency && saved > 0 ? t('a-call', {sum: money(saved * prices.cachedRead, prices)}) : null;
export const share = (part, whole) => whole > 0 ? part / whole : null;

/** When something was, in words; the exact time is a title and can be read out. */
export function when(iso) {
  if (!iso) return h('span', {class: 'soft'}, '–');
  const at = new Date(iso);
  const ago = (Date.now() - at) / 1000;
  const [size, unit] = ago < 60 ? [1, 'second'] : ago < 3600 ? [60, 'minute'] : ago < 86400 ? [3600, 'hour'] : [86400, 'day'];
  const full = new Intl.DateTimeFormat(region, {dateStyle: 'medium', timeStyle: 'medium'}).format(at);
  const near = ago < 30 * 86400 && ago > -60;
  const text = near ? new Intl.RelativeTimeFormat(region, {numeric: 'auto', style: 'short'}).format(-Math.max(0, Math.floor(ago / size)), unit) : full;
  return h('time', {datetime: iso, title: full}, text);
}
export const clock = iso => iso ? new Intl.DateTimeFormat(region, {dateStyle: 'short', timeStyle: 'short'}).format(new Date(iso)) : '–';

export const button = (text, onclick, props = {}) => h('button', {type: 'button', onclick, ...props}, text);
export const chip = (text, kind = '', title = null) => h('span', {class: 'chip ' + kind, title}, text);
export const field = (label, input) => h('label', {class: 'field'}, h('span', {}, label), input);
export const select = (options, chosen, onchange, props) => h('select', {...props, onchange: e => onchange(e.target.value)},
  options.map(([value, text]) => h('option', {value, selected: value === chosen}, text)));
export const tile = (name, value, note) =>
  h('div', {class: 'tile'}, h('dt', {}, name), h('dd', {}, value), note && h('dd', {class: 'note'}, note));
export const facts = pairs => h('dl', {class: 'facts'}, pairs.filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
export const empty = text => h('p', {class: 'empty'}, text);

function part(kind, tokens, scale) {
  const made = h('i', {class: 'part ' + kind});
  made.style.width = Math.max(0, tokens) / scale * 100 + '%';
  return made;
}

/** Parts of a whole, as a bar; the values are read out. */
export function stack(label, parts) {
  const whole = parts.reduce((sum, [, , tokens]) => sum + tokens, 0);
  return h('div', {class: 'stacked'},
    h('div', {class: 'bar plain', role: 'img', 'aria-label': label + ': ' + parts.map(([, name, tokens]) => name + ' ' + number(tokens)).join(', ')},
      parts.map(([kind, , tokens]) => part(kind, tokens, whole || 1))),
    legend(parts));
}
export const legend = parts => h('ul', {class: 'legend'}, parts.map(([kind, name, tokens]) =>
  h('li', {}, h('i', {class: 'swatch ' + kind, 'aria-hidden': 'true'}), name, tokens != null && h('b', {}, number(tokens)))));

export const contextParts = c => [
  ['system', t('part.system'), c.systemTokens], ['state', t('part.state'), c.stateTokens],
  ['messages', t('part.messages'), c.historyTokens - c.toolTokens], ['tools', t('part.tools'), c.toolTokens]
];

/** A chat's size against its trigger and its hard limit. */
export function gauge(c) {
  const scale = Math.max(c.hardLimitTokens * 1.06, c.contextTokens) || 1;
  const mark = (kind, tokens) => {
    const made = h('i', {class: 'tick ' + kind});
    made.style.left = Math.min(100, tokens / scale * 100) + '%';
    return made;
  };
  const over = c.contextTokens > c.hardLimitTokens ? ' over-limit' : c.contextTokens >= c.triggerTokens ? ' over-trigger' : '';
  return h('div', {
    class: 'bar' + over, role: 'meter', 'aria-label': t('gauge.name'), 'aria-valuemin': 0, 'aria-valuemax': Math.max(c.hardLimitTokens, c.contextTokens),
    'aria-valuenow': c.contextTokens,
    'aria-valuetext': t('gauge.text', {now: number(c.contextTokens), trigger: number(c.triggerTokens), limit: number(c.hardLimitTokens)})
  }, contextParts(c).map(([kind, , tokens]) => part(kind, tokens, scale)), mark('trigger', c.triggerTokens), mark('limit', c.hardLimitTokens));
}

/** Two bars, one above the other: before and after. */
export function beforeAfter(before, after, name) {
  const scale = Math.max(before, after, 1);
  const line = (label, tokens, kind) => h('div', {class: 'ba'}, h('span', {}, label), h('div', {class: 'bar plain'}, part(kind, tokens, scale)),
    h('b', {}, number(tokens)));
  return h('div', {class: 'before-after', role: 'group', 'aria-label': name}, line(t('before'), before, 'without'), line(t('after'), after, 'state'));
}

/** Text of a message; long ones are folded until they are asked for. */
export function body(text, marked) {
  const long = text.length > 700 || text.split('\n', 13).length > 12;
  const made = h('div', {class: 'text' + (long ? ' folded' : ''), dir: 'auto'}, marked ? highlighted(text, marked) : text);
  const more = long && button(t('more'), () => {
    const folded = made.classList.toggle('folded');
    more.textContent = t(folded ? 'more' : 'less');
    more.setAttribute('aria-expanded', !folded);
  }, {class: 'link', 'aria-expanded': 'false'});
  return h('div', {source: text + '\n' + (marked ?? '')}, made, more);
}

function highlighted(text, marked) {
  const terms = marked.split(/\s+/).filter(term => term.length > 1).map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!terms.length) return text;
  return text.split(new RegExp('(' + terms.join('|') + ')', 'iu')).map((piece, i) => i % 2 ? h('mark', {}, piece) : piece);
}
export const excerpt = (text, query) => h('p', {class: 'excerpt', dir: 'auto'}, highlighted(text, query));

/** Says what has happened, to eyes and ears. */
let hiding;
export function say(text, bad = false) {
  const status = document.getElementById('status');
  status.replaceChildren(h('p', {class: bad ? 'bad' : ''}, text));
  clearTimeout(hiding);
  hiding = setTimeout(() => status.replaceChildren(), 7000);
}

/** A dialog, closed by Escape, its button or what it was asked for; the focus returns to where it came from. */
export function dialog(title, content, buttons = []) {
  const from = document.activeElement;
  const shown = h('dialog', {'aria-labelledby': 'dialog-title', onclose: () => {
    shown.remove();
    if (from?.isConnected) from.focus();
    else if (from?.dataset?.key) find(document, from.dataset.key)?.focus();
  }},
    h('header', {}, h('h2', {id: 'dialog-title'}, title), button('✕', () => shown.close(), {class: 'quiet', 'aria-label': t('close')})),
    h('div', {class: 'inside'}, content), buttons.length > 0 && h('footer', {}, buttons));
  document.body.append(shown);
  shown.showModal();
  return shown;
}
