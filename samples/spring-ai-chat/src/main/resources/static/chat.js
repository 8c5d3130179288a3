import * as bubbles from './bubbles.js';
import {child, element} from './elements.js';
import * as recall from './recall.js';
import {fetched} from './server.js';

const number = new Intl.NumberFormat('en-US');
const text = element('text');
let shownNotices = null;
let running = false;
let stopped = false;
/** Ends when the chat is shown that is being opened. */
let opening = Promise.resolve();

function show(status) {
  const share = tokens => Math.min(100, 100 * tokens / status.windowTokens) + '%';
  const gauge = element('gauge');
  const parts = [status.systemTokens, status.stateTokens, status.messageTokens];
  gauge.querySelectorAll('span').forEach((part, i) => { part.style.width = share(parts[i]); });
  gauge.setAttribute('aria-valuemax', status.windowTokens);
  gauge.setAttribute('aria-valuenow', status.tokens);
  gauge.setAttribute('aria-valuetext', `${number.format(status.tokens)} of ${number.format(status.windowTokens)} tokens`);
  element('trigger').style.left = share(status.triggerTokens);
  const numbers = element('numbers');
  numbers.replaceChildren();
  child(numbers, 'b', number.format(status.tokens));
  numbers.append(` of ${number.format(status.windowTokens)} tokens` + (status.compressing ? ', compressing …' : ''));
  [...parts, status.triggerTokens].forEach((tokens, i) => {
    element('legend').children[i].querySelector('b').textContent = number.format(tokens);
  });
  element('model').textContent = (status.model || 'built-in demo') + ' · states are written ' + status.compressedBy;
  showWhatToSet(status.whatToSet);
  showTotals(status);
  showState(status.state);
  showNotices(status.notices);
  recall.segments(status.coveredMessages);
  element('said').textContent = status.outcome;
}

function showWhatToSet(lines) {
  element('demo').hidden = lines.length === 0;
  element('what-to-set').replaceChildren();
  for (const line of lines) child(child(element('what-to-set'), 'li'), 'code', line);
}

function showTotals(status) {
  const totals = element('totals');
  totals.replaceChildren();
  for (const [name, value] of [['messages', status.messages], ['of them in the state', status.coveredMessages],
    ['compressions', status.compressions], ['tokens saved', status.savedTokens],
    ['brought back', status.broughtBack]]) {
    const tile = child(totals, 'div');
    child(tile, 'dt', name);
    child(tile, 'dd', number.format(value));
  }
}

function showState(fields) {
  const state = element('state');
  state.replaceChildren();
  for (const [name, items] of Object.entries(fields)) {
    if (items.length > 0) {
      child(state, 'h3', name.replaceAll('_', ' '));
      const list = child(state, 'ul');
      items.forEach(item => child(list, 'li', item));
    }
  }
  if (!state.firstChild) child(state, 'p', 'None yet: nothing was compressed.', 'none');
}

/** New ones are also shown in the chat, where they happened. */
function showNotices(notices) {
  const log = element('log');
  log.replaceChildren();
  [...notices].reverse().forEach(notice => child(log, 'li', notice));
  if (notices.length === 0) child(log, 'li', 'Nothing yet.', 'none');
  if (shownNotices !== null) {
    const known = shownNotices.length === 0 ? -1 : notices.lastIndexOf(shownNotices[shownNotices.length - 1]);
    notices.slice(known + 1).forEach(bubbles.event);
  }
  shownNotices = notices;
}

async function refresh() {
  show(await (await fetched('api/status')).json());
}

/** Compression goes on in the background after an answer: looks now and then until it is done. */
async function follow() {
  for (let tries = 0; tries < 90 && !running; tries++) {
    await new Promise(done => setTimeout(done, tries < 3 ? 400 : 1000));
    if (running) return;
    const status = await (await fetched('api/status')).json();
    show(status);
    if (!status.compressing && tries > 1) return;
  }
}

/** Reads server-sent events from a body as they come. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const event = {name: 'message', data: ''};
      for (const line of block.split(/\r?\n/)) {
        if (line.startsWith('event:')) event.name = line.slice(6).trim();
        if (line.startsWith('data:')) event.data += line.slice(5);
      }
      yield {name: event.name, data: JSON.parse(event.data)};
    }
  }
}

async function ask(question, again = false) {
  bubbles.withdrawOffers();
  const asked = again ? null : bubbles.user(question);
  bubbles.toEnd();
  const retry = () => ask(question, true);
  running = true;
  stopped = false;
  busy(true);
  asked?.classList.add('waiting');
  await opening;
  asked?.classList.remove('waiting');
  if (stopped) {
    asked?.remove();
    text.value = question;
    fit();
    running = false;
    busy(false);
    return;
  }
  const answer = bubbles.answer();
  let said = '';
  let failed = null;
  let remark = null;
  let complete = false;
  try {
    const response = await fetched('api/chat', {message: question, again});
    for await (const event of events(response.body)) {
      if (event.name === 'text') {
        said += event.data.text;
        answer.add(event.data.text);
      } else if (event.name === 'error') {
        failed = event.data.text;
      } else if (event.name === 'remark') {
        remark = event.data.text;
      } else if (event.name === 'status') {
        complete = true;
        answer.end();
        show(event.data);
      }
    }
    if (!complete && !failed) failed = 'The answer broke off.';
  } catch (failure) {
    failed = failure.message;
  }
  answer.end();
  if (failed) bubbles.trouble('failed', failed, retry);
  else if (stopped) bubbles.event('Stopped.');
  else if (remark) bubbles.trouble('remark', remark, retry);
  running = false;
  busy(false);
  if (/^\/(new|clear|resume)\b/i.test(question)) {
    await showChat().then(() => bubbles.event(said)).catch(() => {});
  }
  await showChats().catch(() => {});
  await follow().catch(() => {});
}

function busy(on) {
  if (on && document.activeElement === element('send')) text.focus();
  element('send').hidden = on;
  element('stop').hidden = !on;
  element('compress').disabled = on;
  for (const id of ['new', 'delete', 'chats']) element(id).disabled = on;
  if (!on) focusText();
}

/** Not where the keyboard would cover the chat. */
function focusText() {
  if (matchMedia('(min-width: 861px)').matches) text.focus();
}

function fit() {
  text.style.height = 'auto';
  text.style.height = Math.min(text.scrollHeight + 2, innerHeight * .3) + 'px';
}

element('form').addEventListener('submit', event => {
  event.preventDefault();
  const question = text.value.trim();
  if (question && !running) {
    text.value = '';
    fit();
    ask(question);
  }
});
text.addEventListener('input', fit);
text.addEventListener('keydown', event => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    element('form').requestSubmit();
  }
});
element('stop').addEventListener('click', () => {
  stopped = true;
  fetched('api/stop', {}).catch(failure => bubbles.trouble('failed', failure.message));
});

async function command(path, body, before, after) {
  busyWith(true);
  element('said').textContent = before;
  try {
    const status = await (await fetched(path, body)).json();
    await after?.();
    show(status);
  } catch (failure) {
    element('said').textContent = failure.message;
  }
  busyWith(running);
}

/** A command after which another chat is shown; a question that is asked meanwhile is one of that chat. */
function toOther(path, body) {
  opening = command(path, body, '', showChat);
  return opening;
}

function busyWith(on) {
  for (const id of ['compress', 'new', 'delete', 'chats']) element(id).disabled = on;
}

/** The current chat as the server has it. */
async function showChat() {
  const said = await (await fetched('api/messages')).json();
  bubbles.clear();
  recall.forget();
  shownNotices = null;
  said.forEach((message, i) => {
    if (message.role === 'user') {
      bubbles.user(message.text);
    } else if (message.text.trim()) {
      const answer = bubbles.answer();
      answer.add(message.text);
      answer.end();
    } else {
      const asked = i === said.length - 1 && said[i - 1]?.role === 'user' ? said[i - 1].text : null;
      bubbles.trouble('remark', 'There was no answer.', asked && (() => ask(asked, true)));
    }
  });
  bubbles.waitingLast();
  bubbles.toEnd();
  await showChats();
}

async function showChats() {
  const chats = await (await fetched('api/chats')).json();
  element('chats').replaceChildren();
  for (const chat of chats) {
    const option = child(element('chats'), 'option', chat.title);
    option.value = chat.id;
    option.selected = chat.current;
  }
}

element('compress').addEventListener('click', () => command('api/compress', {focus: ''}, 'Compressing …'));
element('new').addEventListener('click', () => toOther('api/new', {}).then(focusText));
element('chats').addEventListener('change', () => toOther('api/open', {id: element('chats').value}));
element('delete').addEventListener('click', () => {
  if (confirm('Delete this chat for good?')) toOther('api/delete', {}).then(focusText);
});

const wide = matchMedia('(min-width: 861px)');
const open = () => { element('panel').open = wide.matches; };
wide.addEventListener('change', open);
open();
fit();
focusText();
opening = showChat().then(refresh).catch(failure => bubbles.trouble('failed', failure.message));
