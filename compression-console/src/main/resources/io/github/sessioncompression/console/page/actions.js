// What changes a chat: only shown where the server permits it, and only done with its token.
import {act, knowsToken, useToken} from './api.js';
import {button, dialog, field, h, say, t, word} from './ui.js';

function askToken() {
  return new Promise(resolve => {
    const input = h('input', {type: 'password', autocomplete: 'off', required: true, maxlength: 256});
    const wrong = h('p', {class: 'bad', role: 'alert'});
    let known = false;
    const use = async event => {
      event.preventDefault();
      try {
        await useToken(input.value);
        known = true;
        shown.close();
      } catch (refused) {
        wrong.textContent = word('error', refused.code);
        input.select();
      }
    };
    const form = h('form', {id: 'token', onsubmit: use}, h('p', {}, t('token.why')), field(t('token'), input), wrong);
    const shown = dialog(t('token.title'), form, [h('button', {type: 'submit', form: 'token', class: 'main'}, t('token.use'))]);
    shown.addEventListener('close', () => resolve(known));
    input.focus();
  });
}

/** Does it and says how it ended; true if it was done. */
export async function run(id, action, argument, then) {
  if (!knowsToken() && !await askToken()) return;
  try {
    const done = await act(id, action, argument);
    if (action === 'export') {
      const address = URL.createObjectURL(done);
      h('a', {href: address, download: id.replaceAll(/[^\w.-]/g, '_') + '.json'}).click();
      URL.revokeObjectURL(address);
      say(t('done.exported'));
      return;
    }
    say(word('done', done.outcome) + (done.detail && ['unchanged', 'failed'].includes(done.outcome) ? ' ' + word('why', done.detail) : ''), done.outcome === 'failed');
    await then?.(done);
  } catch (refused) {
    if (!refused.code) throw refused;
    say(word('error', refused.code), true);
  }
}

const plain = title => title.replace(/ ?…$/, '');

/** Asks before something that cannot simply be taken back. */
export function sure(title, text, yes, doIt) {
  const shown = dialog(plain(title), h('p', {}, text), [button(t('cancel'), () => shown.close(), {autofocus: true}),
    button(plain(yes), () => {
      shown.close();
      doIt();
    }, {class: 'main'})]);
}

/** Asks for a text first. */
function withText(title, why, label, yes, needed, doIt) {
  const input = h('textarea', {rows: 3, maxlength: 2000, required: needed});
  const form = h('form', {id: 'ask', onsubmit: event => {
    event.preventDefault();
    shown.close();
    doIt(input.value.trim() || null);
  }}, h('p', {}, why), field(label, input));
  const shown = dialog(plain(title), form, [button(t('cancel'), () => shown.close()), h('button', {type: 'submit', form: 'ask', class: 'main'}, plain(yes))]);
  input.focus();
}

/** The actions on a whole chat. */
export function bar(app, chat, then) {
  const id = chat.id;
  const one = (action, doIt, props = {}) => button(t('do.' + action), doIt, {key: 'do-' + action, ...props});
  return h('div', {class: 'actions', role: 'group', 'aria-label': t('actions')},
    chat.context?.compressing ? one('abort', () => run(id, 'abort', null, then))
      : one('compress', () => withText(t('do.compress'), t('compress.why'), t('focus'), t('do.compress'), false, text => run(id, 'compress', text, then)), {class: 'main'}),
    one('prune', () => run(id, 'prune', null, then)),
    one('pin-text', () => withText(t('do.pin-text'), t('pin-text.why'), t('rule'), t('do.pin-text'), true, text => run(id, 'pin-text', text, then))),
    one('start', () => sure(t('do.start'), t('start.why'), t('do.start'), () => run(id, 'start', null, then))),
    app.about.contents && one('export', () => run(id, 'export')));
}
