// Each compression: what it saved, who wrote the state, what changed, and what was left out.
import {get} from './api.js';
import {run, sure} from './actions.js';
import {beforeAfter, button, chip, clock, empty, facts, fill, h, link, number, percent, seconds, share, stack, t, when, word} from './ui.js';

let library;
/** The charts' library is asked for by the first view that draws one. */
const charts = () => library ??= new Promise((resolve, reject) => document.head.append(
  h('script', {src: 'chart.js', onload: () => resolve(window.Chart), onerror: () => reject(new Error('chart.js'))})));
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
let redraw = null;
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraw?.());
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const sources = (id, numbers) => numbers.length > 0 && h('span', {class: 'sources'}, t('from'), ' ',
  numbers.slice(0, 12).map(n => [h('a', {href: link(id, 'messages', 'm=' + n)}, '#' + n), ' ']), numbers.length > 12 && '+' + number(numbers.length - 12));

function entry(id, item, sign, kind) {
  return h('li', {class: kind}, sign && h('span', {class: 'sign', 'aria-hidden': 'true'}, sign), kind && h('span', {class: 'hidden'}, t('diff.' + kind) + ': '),
    h('div', {}, h('p', {class: 'entry', dir: 'auto'}, item.text ?? t('no.contents')),
      h('p', {class: 'meta'}, chip(word('field', item.field), 'quiet'), h('span', {class: 'soft'}, [word('kind', item.kind), word('origin', item.origin), word('writer', item.writer)].join(' · ')), sources(id, item.sources))));
}

async function showDiff(id, from, to, box) {
  const d = await get('diff', {id, from, to});
  const group = (items, kind, sign) => items.length > 0 && [h('h4', {}, t('diff.' + kind), ' ', h('span', {class: 'count'}, number(items.length))),
    h('ul', {class: 'items diff'}, items.map(item => entry(id, item, sign, kind)))];
  fill(box, h('p', {class: 'soft'}, t('diff.sum', {kept: number(d.factsKept), facts: number(d.facts), before: number(d.tokensBefore), after: number(d.tokensAfter)})),
    group(d.added, 'added', '+'), group(d.gone, 'gone', '−'),
    d.changed.length > 0 && [h('h4', {}, t('diff.changed'), ' ', h('span', {class: 'count'}, number(d.changed.length))),
      h('ul', {class: 'items diff'}, d.changed.map(each => [entry(id, each.before, '−', 'gone'), entry(id, each.after, '+', 'added')]))],
    d.added.length + d.gone.length + d.changed.length === 0 && empty(t('diff.none')));
}

async function showState(id, version, box) {
  const found = await get('state', {id, version});
  const fields = Map.groupBy ? Map.groupBy(found.items, item => item.field) : found.items.reduce((all, item) => all.set(item.field, [...all.get(item.field) ?? [], item]), new Map());
  fill(box, found.items.length === 0 ? empty(t('state.none')) : [...fields].map(([name, items]) => [
    h('h4', {}, word('field', name), ' ', h('span', {class: 'count'}, number(items.length))), h('ul', {class: 'items'}, items.map(item => entry(id, item)))]));
}

/** Asked for when it is opened, and again once the source is another. */
const later = (key, source, text, load) => {
  const box = h('div', {class: 'inside'});
  return h('details', {key, source, ontoggle: e => e.target.open && !box.hasChildNodes() && load(box)}, h('summary', {key: 'see-' + key}, text), box);
};

/** Only a state that was written is a compression; records of other causes have the same row of numbers. */
const named = c => t(['model', 'offline', 'found'].includes(c.cause) ? 'compression.n' : c.cause === 'pruned' ? 'pruning.n' : 'change.n', {n: c.version});

function costs(r) {
  return r && [[t('trigger.of'), word('trigger', r.trigger)], [t('duration'), seconds(r.latencyMillis)],
    [t('gain'), t('gain.of', {n: number(r.savedTokens), share: percent(share(r.savedTokens, r.tokensBefore))})],
    [t('cache.lost'), r.cachedTokensLost == null ? '–' : t('at.most', {n: number(r.cachedTokensLost)})]];
}

function one(app, id, c, before, last, again) {
  const current = c === last;
  const r = c.run;
  const v = c.coverage;
  return h('li', {class: 'card compression', key: 'c' + c.version},
    h('header', {class: 'line-head'}, h('h3', {}, named(c)), chip(word('cause', c.cause), ['model', 'offline'].includes(c.cause) ? 'state' : 'quiet'),
      current && chip(t('current'), 'messages'), v.leftOut > 0 && chip(t('left-out.n', {n: number(v.leftOut)}), 'warn'), h('span', {class: 'soft'}, when(c.at), ' · ', clock(c.at))),
    c.covered && h('p', {class: 'about'}, t('covered', {n: number(c.messages)}), ' ', h('a', {href: link(id, 'messages', 'm=' + c.covered[0])}, '#' + c.covered[0]), '–',
      h('a', {href: link(id, 'messages', 'm=' + c.covered[1])}, '#' + c.covered[1])),
    h('div', {class: 'two'},
      h('div', {}, h('h4', {}, t(r ? 'bars.context' : 'bars.span')), r ? beforeAfter(r.tokensBefore, r.tokensAfter, t('bars.context')) : beforeAfter(c.spanTokens, c.stateTokens, t('bars.span'))),
      h('div', {}, h('h4', {}, t('writers')), c.stateTokens > 0 ? stack(t('writers'),
        [['state', t('writer.model'), c.shares.modelTokens], ['tools', t('writer.ledger'), c.shares.ledgerTokens], ['stable', t('writer.extract'), c.shares.extractTokens]]) : empty(t('state.none')))),
    facts([...costs(r) ?? [], [t('state'), t('state.size', {tokens: number(c.stateTokens), span: number(c.spanTokens)})],
      !r && c.latencyMillis > 0 && [t('duration'), seconds(c.latencyMillis)],
      (c.modelInputTokens > 0 || c.modelOutputTokens > 0) && [t('model.tokens'), t(c.modelCalls > 0 ? 'calls.in.out' : 'in.out', {calls: number(c.modelCalls), input: number(c.modelInputTokens), output: number(c.modelOutputTokens)})],
      v.required > 0 && [t('kept'), t('kept.of', {held: number(v.held), shown: number(v.shown), required: number(v.required)})],
      [t('left-out'), h('span', {class: v.leftOut ? 'bad' : ''}, number(v.leftOut))], [t('invented'), number(v.invented)]]),
    !r && h('p', {class: 'soft small'}, t('run.unknown')),
    before && later('diff-' + c.version, before.version + ' ' + last.version, t('diff.with', {name: named(before)}), box => showDiff(id, before.version, c.version, box)),
    later('state-' + c.version, last.version, t('state.show', {n: number(c.items)}), box => showState(id, c.version, box)),
    app.about.writes && !current && h('p', {class: 'row-actions'}, button(t('do.rollback'), () => sure(t('do.rollback'), t('rollback.why', {name: named(c)}), t('do.rollback'),
      () => run(id, 'rollback', c.version, again)), {key: 'rollback-' + c.version})));
}

const runs = found => h('div', {class: 'wide-table', role: 'region', tabindex: 0, 'aria-label': t('runs')}, h('table', {class: 'plain'},
  h('thead', {}, h('tr', {}, ['at', 'stage', 'trigger.of', 'before', 'after', 'gain', 'duration', 'outcome'].map((name, i) => h('th', {scope: 'col', class: i > 2 && i < 7 ? 'n' : ''}, t(name))))),
  h('tbody', {}, found.map(r => h('tr', {class: r.failure ? 'failed' : ''}, h('td', {}, clock(r.at)), h('td', {}, word('stage', r.stage)), h('td', {}, word('trigger', r.trigger)),
    [number(r.tokensBefore), number(r.tokensAfter), number(r.savedTokens), seconds(r.latencyMillis)].map(text => h('td', {class: 'n'}, text)),
    h('td', {}, r.failure ? word('failure', r.failure) + (r.instead ? ' → ' + word('instead', r.instead) : '') : t('done')))))));

export function compressions(app, id, again) {
  const list = h('div');
  const log = h('div');
  const canvas = h('canvas', {role: 'img'});
  const picture = h('section', {class: 'card', hidden: true}, h('h2', {}, t('chart.title')), h('p', {class: 'about'}, t('chart.about')), h('div', {class: 'chart'}, canvas));
  let chart = null;
  let bars = [];

  async function draw() {
    if (!canvas.isConnected || bars.length < 2) return;
    const Chart = await charts();
    chart?.destroy();
    const axis = grid => ({grid: {display: grid, color: colour('--line')}, border: {display: false}, ticks: {color: colour('--soft')}});
    canvas.setAttribute('aria-label', t('chart.title') + ': ' + bars.map(([name, before, after]) => name + ' ' + number(before) + ' → ' + number(after)).join(', '));
    const set = (label, at, name) => ({label, data: bars.map(bar => bar[at]), backgroundColor: colour(name), borderRadius: 4, maxBarThickness: 34, categoryPercentage: Math.min(0.8, bars.length / 14)});
    chart = new Chart(canvas, {
      type: 'bar',
      data: {labels: bars.map(([name]) => name), datasets: [set(t('before'), 1, '--without'), set(t('after'), 2, '--state')]},
      options: {
        animation: calm.matches ? false : {duration: 250}, maintainAspectRatio: false, locale: document.documentElement.lang, interaction: {mode: 'index', intersect: false},
        scales: {x: axis(false), y: {...axis(true), beginAtZero: true}}, plugins: {legend: {labels: {color: colour('--soft'), boxWidth: 11, boxHeight: 11, borderRadius: 3, useBorderRadius: true}}}
      }
    });
  }
  redraw = draw;

  async function load() {
    const found = await get('compressions', {id});
    const all = found.compressions;
    const told = all.filter(c => c.run);
    bars = told.length > 1 ? told.map(c => [named(c), c.run.tokensBefore, c.run.tokensAfter])
      : all.filter(c => c.spanTokens > 0).map(c => [named(c), c.spanTokens, c.stateTokens]);
    picture.hidden = bars.length < 2;
    fill(list, all.length === 0 ? h('section', {class: 'card'}, empty(t('compressions.none')))
      : h('ol', {class: 'compressions', reversed: true}, all.map((c, i) => one(app, id, c, all[i - 1], all.at(-1), again)).reverse()));
    fill(log, found.runs.length > 0 && h('section', {class: 'card'}, h('h2', {}, t('runs')), h('p', {class: 'about'}, t('runs.about')), runs(found.runs)));
    await draw();
  }
  return {node: h('div', {}, picture, list, log), load, placed: draw};
}
