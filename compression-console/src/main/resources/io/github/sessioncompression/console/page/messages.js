// The transcript beside what the next call is sent.
import {get, getIfShown} from './api.js';
import {run, sure} from './actions.js';
import {body, button, chip, clock, dialog, empty, excerpt, field, fill, find, h, link, number, say, t, word} from './ui.js';

const LIMIT = 100;

/** The reason for a mark, as a sentence. */
function reason(m) {
  const r = m.reason;
  if (!r) return m.mark === 'superseded' ? t('reason.superseded') : null;
  if (r.code === 'covered') {
    if (r.version == null) return t('reason.covered-before');
    return t('reason.covered', {version: r.version, cause: word('cause', r.cause), at: clock(r.at)}) + (r.trigger ? ' ' + t('reason.trigger', {trigger: word('trigger', r.trigger)}) : '');
  }
  return t('reason.' + r.code, {shown: number(r.shownTokens), tokens: number(m.tokens)});
}

function calls(m) {
  if (!m.toolCalls?.length) return m.calls > 0 && h('p', {class: 'soft'}, t('calls.n', {n: number(m.calls)}));
  return m.toolCalls.map(call => h('div', {class: 'call'}, h('p', {}, t('call.of'), ' ', h('code', {}, call.name)), h('pre', {tabindex: 0}, call.arguments)));
}
const content = (m, query) => [m.text != null && m.text !== '' ? body(m.text, query) : m.text == null && h('p', {class: 'soft'}, t('no.contents')), calls(m),
  m.media > 0 && h('p', {class: 'soft'}, t('media.n', {n: number(m.media)}))];
const speaker = m => h('b', {class: 'role ' + m.role}, word('role', m.role), m.name && h('code', {dir: 'auto'}, ' ' + m.name));

async function raw(id, what, title) {
  const found = await get('raw', {id, ...what});
  dialog(title, h('pre', {class: 'raw', tabindex: 0}, JSON.stringify(found.message, null, 2)));
}

/** The original of what is shown as a placeholder. */
async function original(id, sequence) {
  const m = (await get('messages', {id, after: sequence - 1, limit: 1})).messages[0];
  if (!m || m.sequence !== sequence) return say(t('original.gone'), true);
  dialog(t('original.title', {n: number(sequence)}), [h('p', {class: 'soft'}, word('role', m.role), ' · ', t('tokens.n', {n: number(m.tokens)}), m.at && [' · ', clock(m.at)]),
    m.mark !== 'shown' && h('p', {class: 'reason'}, reason(m)), h('div', {class: 'original'}, content(m))]);
}

export function messages(app, id, query, again) {
  const {contents, writes} = app.about;
  const left = h('div', {class: 'lane', role: 'region', tabindex: 0, 'aria-label': t('transcript'), id: 'transcript'});
  const right = h('div', {class: 'lane', role: 'region', tabindex: 0, 'aria-label': t('call'), id: 'call'});
  const hits = h('div', {class: 'hits', 'aria-live': 'polite'});
  let wanted = Number(query.get('m')) || null;
  let after = null;
  let words = '';
  let state;
  let earlier = false;
  let all = null;
  let asked = 0;
  let version = null;
  let begins = 1;
  let answer = null; // the message whose call is shown; null for the next call

  async function seen(m, box) {
    if (box.hasChildNodes()) return;
    if (m.shown != null) return fill(box, body(m.shown));
    if (m.mark !== 'covered') return fill(box, h('p', {class: 'soft'}, t('seen.hidden')));
    state ??= get('state', {id});
    const entries = (await state).items.filter(item => item.sources.includes(m.sequence));
    fill(box, entries.length === 0 ? h('p', {class: 'soft'}, t('seen.none')) : [h('p', {class: 'soft'}, t('seen.items')), h('ul', {class: 'items'}, entries.map(item =>
      h('li', {}, h('p', {dir: 'auto'}, item.text ?? t('no.contents')), h('p', {class: 'meta'}, chip(word('field', item.field), 'state'), chip(word('writer', item.writer), 'quiet')))))]);
  }

  function tools(m) {
    const doIt = (action, props) => button(t('do.' + action), () => run(id, action, m.sequence, again), {key: action + m.sequence, class: 'link', 'aria-label': t('do.' + action) + ' ' + m.sequence, ...props});
    return h('p', {class: 'row-actions'},
      m.role === 'assistant' && button(t('its.call'), () => callOf(m.sequence), {class: 'link', key: 'its' + m.sequence, 'aria-label': t('its.call') + ' ' + m.sequence}),
      answer === null && m.viewIndex != null && button(t('to.call'), () => go(right, 'v' + m.viewIndex), {class: 'link', key: 'to' + m.sequence, 'aria-label': t('to.call') + ' ' + m.sequence}),
      contents && button(t('raw'), () => raw(id, {sequence: m.sequence}, t('raw.title', {n: m.sequence})), {class: 'link', key: 'raw' + m.sequence, 'aria-label': t('raw') + ' ' + m.sequence}),
      writes && !earlier && [m.pinnedHere || m.mark === 'pinned' ? doIt('unpin') : m.role !== 'system' && doIt('pin'),
        button(t('do.erase'), () => sure(t('do.erase'), t('erase.why', {n: m.sequence}), t('do.erase'), () => run(id, 'erase', m.sequence, again)),
          {key: 'erase' + m.sequence, class: 'link', 'aria-label': t('do.erase') + ' ' + m.sequence})]);
  }

  function said(m) {
    const why = reason(m);
    const inside = h('div', {class: 'seen'});
    return h('li', {class: 'message ' + m.mark, id: 'm' + m.sequence, tabindex: -1, key: 'm' + m.sequence},
      h('p', {class: 'line-head'}, h('span', {class: 'seq'}, '#' + m.sequence), speaker(m),
        h('span', {class: 'soft'}, t('tokens.n', {n: number(m.tokens)}), m.at && [' · ', clock(m.at)]),
        m.error && chip(t('tool.error'), 'bad'), m.mark !== 'shown' && chip(word('mark', m.mark), 'mark ' + m.mark), m.pinnedHere && m.mark !== 'pinned' && chip(word('mark', 'pinned'), 'mark pinned')),
      why && h('p', {class: 'reason'}, why),
      content(m, words),
      ['covered', 'pruned', 'cut'].includes(m.mark) && h('details', {key: 'seen' + m.sequence, source: version + ' ' + (m.shown ?? ''), ontoggle: e => e.target.open && seen(m, inside)},
        h('summary', {key: 'sees' + m.sequence}, t('seen')), inside),
      tools(m));
  }

  function sent(v) {
    return h('li', {class: 'message view ' + v.kind, tabindex: -1, key: 'v' + v.index},
      h('p', {class: 'line-head'}, h('span', {class: 'seq'}, number(v.index + 1)), speaker(v), h('span', {class: 'soft'}, t('tokens.n', {n: number(v.tokens)})),
        v.kind !== 'original' && chip(word('view', v.kind), 'mark ' + v.kind)),
      content(v),
      h('p', {class: 'row-actions'},
        v.kind === 'placeholder' && v.sequence > 0 && button(t('original'), () => original(id, v.sequence), {class: 'link strong', key: 'original' + v.index}),
        v.sequence > 0 && h('a', {class: 'link', href: link(id, 'messages', 'm=' + v.sequence), key: 'from' + v.index, 'aria-label': t('to.transcript', {n: v.sequence})}, '← #' + v.sequence),
        v.kind === 'state' && h('a', {class: 'link', href: link(id, 'compressions'), key: 'state' + v.index}, t('state.entries')),
        contents && button(t('raw'), () => raw(id, {index: v.index, answer}, t('raw.view', {n: v.index + 1})), {class: 'link', key: 'rawv' + v.index, 'aria-label': t('raw') + ' ' + (v.index + 1)})));
  }

  const rule = (text, kind) => h('li', {class: 'rule ' + kind}, h('span', {}, text));
  /** A list of messages; ruled names the line that comes before a message, if there is one. */
  const lane = (all, ruled, make) => all.length === 0 ? empty(t('messages.none'))
    : h('ol', {class: 'lane-list'}, all.map((each, i) => [ruled(each, all[i - 1]), make(each)]));

  function go(lane, key) {
    const target = find(lane, key);
    if (!target) return false;
    pane(lane === left ? 'left' : 'right');
    target.scrollIntoView({block: 'center'});
    target.focus({preventScroll: true});
    target.classList.remove('flash');
    requestAnimationFrame(() => target.classList.add('flash'));
    return true;
  }

  /** The messages of an earlier call; null for the next one. */
  async function callOf(n) {
    answer = n;
    await load();
    pane('right');
    right.focus({preventScroll: true});
  }
  async function load(chat) {
    earlier = chat?.earlierSession ?? earlier;
    all = chat?.messages ?? all;
    state = undefined;
    const start = wanted && after === null ? Math.max(0, wanted - LIMIT / 2) : after;
    const mine = ++asked;
    const [page, view] = await Promise.all([get('messages', {id, after: start, limit: LIMIT}), get('view', {id, answer})]);
    if (mine !== asked) return; // A later question is on its way, or was answered before.
    if (start !== null && page.next !== null) after = start;
    if (!view.known) say(t('call.unknown'), true);
    if (!view.known) answer = null;
    version = page.version;
    const pager = (value, text, key) => value !== null && button(text, () => turn(value), {class: 'wide', key});
    const end = left.scrollHeight - left.scrollTop - left.clientHeight < 60;
    const atEnd = right.scrollHeight - right.scrollTop - right.clientHeight < 60;
    const kept = [left.scrollTop, right.scrollTop];
    const covers = m => page.boundary > 0 && m !== undefined && m.sequence <= page.boundary;
    begins = page.begins;
    fill(left, begins > 1 && page.previous === null && h('p', {class: 'soft small'}, t('numbers.begin', {n: begins})), pager(page.previous, t('earlier'), 'earlier'),
      lane(page.messages, (m, last) => covers(last) && !covers(m) && rule(t('state.ends'), 'state'), said), pager(page.next, t('later'), 'later'));
    fill(right, lane(view.messages, (v, last) => v.index === view.stateAt ? rule(t('state.begins'), 'state')
      : v.index > view.stateAt && last?.kind === 'state' && v.kind !== 'state' && rule(t('state.after'), 'after'), sent));
    fill(counts, t('transcript.range', {first: number(page.first), last: number(page.last), all: number(Math.max(all ?? 0, page.last))}));
    fill(sum, t('call.sum', {n: number(view.messages.length), tokens: number(view.tokens)}),
      view.leftOut > 0 && [' · ', t('call.left-out', {n: number(view.leftOut)})],
      answer !== null && [' · ', button(t('call'), () => callOf(null), {class: 'link', key: 'next-call'})]);
    fill(which, answer === null ? t('call') : t('call.earlier', {n: answer}));
    [left.scrollTop, right.scrollTop] = kept;
    if (end && after === null && !wanted) left.scrollTop = left.scrollHeight;
    if (atEnd) right.scrollTop = right.scrollHeight;
    place();
  }

  /** Shows the wanted message once it is on the page. */
  function place() {
    if (!wanted || !left.isConnected) return;
    if (!go(left, 'm' + wanted)) say(t(wanted < begins ? 'message.before' : 'message.gone', {n: wanted, begins}), true);
    wanted = null;
  }
  async function turn(value) {
    after = value;
    await load();
    left.scrollTop = 0;
    left.focus({preventScroll: true});
  }

  async function moved(next) {
    wanted = Number(next.get('m')) || null;
    if (wanted && find(left, 'm' + wanted)) return place();
    after = null;
    await load();
  }

  async function search(event) {
    event.preventDefault();
    words = input.value.trim();
    if (!words) return fill(hits);
    if (/^#?\d+$/.test(words)) {
      location.hash = link(id, 'messages', 'm=' + words.replace('#', ''));
      words = '';
      return fill(hits);
    }
    const found = await getIfShown('search', {id, q: words, k: 20});
    fill(hits, !found ? empty(t('search.off')) : found.hits.length === 0 ? empty(t('search.none')) : [h('p', {class: 'soft'}, t('search.found', {n: number(found.hits.length)}), ' ',
      button(t('close'), () => { words = ''; input.value = ''; fill(hits); input.focus(); }, {class: 'link'})),
      h('ol', {class: 'items'}, found.hits.map(hit => h('li', {},
        h('p', {class: 'line-head'}, h('a', {href: link(id, 'messages', 'm=' + hit.sequence)}, '#' + hit.sequence), speaker(hit), hit.at && h('span', {class: 'soft'}, clock(hit.at))),
        excerpt(hit.excerpt, words))))]);
  }

  const input = h('input', {type: 'search', key: 'search', autocomplete: 'off', placeholder: t(contents ? 'search.hint' : 'search.number')});
  const counts = h('p', {class: 'soft'});
  const sum = h('p', {class: 'soft'});
  const which = h('h2');
  const panes = h('div', {class: 'panes', role: 'group', 'aria-label': t('panes')},
    ['left', 'right'].map(each => button(t(each === 'left' ? 'transcript' : 'call'), () => pane(each), {'aria-pressed': String(each === 'left'), 'data-pane': each})));
  function pane(shown) {
    columns.dataset.shown = shown;
    for (const each of panes.children) each.setAttribute('aria-pressed', String(each.dataset.pane === shown));
  }
  const columns = h('div', {class: 'columns', 'data-shown': 'left'},
    h('section', {class: 'card column left'}, h('header', {}, h('h2', {}, t('transcript')), counts), left),
    h('section', {class: 'card column right'}, h('header', {}, which, sum), right));
  const node = h('div', {}, h('form', {class: 'tools', role: 'search', onsubmit: search}, field(t('search.messages'), input), h('button', {type: 'submit', key: 'find'}, t('search')), panes), hits, columns);
  return {node, load, moved, placed: () => {
    if (!wanted) [left.scrollTop, right.scrollTop] = [left.scrollHeight, 0];
    place();
  }};
}
