// The server: reading, acting, and what it tells by itself.
export class Refused extends Error {
  constructor(status, code, detail) {
    super(code + (detail ? ': ' + detail : ''));
    Object.assign(this, {status, code, detail});
  }
}

/** The application's security refuses with pages of its own, or by way of its login. */
async function told(answer) {
  const json = answer.headers.get('Content-Type')?.startsWith('application/json') ? await answer.json() : {};
  if (answer.ok && !answer.redirected) return json;
  const code = /^[a-z-]+$/.test(json.error) ? json.error : answer.redirected || [401, 403].includes(answer.status) ? 'login' : 'failed';
  throw new Refused(answer.status, code, json.detail);
}

let pressed = false;
let waiting = [];

/** Resolves once no pointer is down: what is pressed must not move away before it is let go. */
export const steady = () => pressed ? new Promise(go => waiting.push(go)) : Promise.resolve();

function letGo() {
  pressed = false;
  setTimeout(() => pressed || waiting.splice(0).forEach(go => go())); // behind the click that follows
}
addEventListener('pointerdown', event => { pressed ||= event.isPrimary && event.button === 0; }, true);
for (const end of ['pointerup', 'pointercancel', 'dragend']) addEventListener(end, letGo, true);
addEventListener('pointermove', event => pressed && event.buttons === 0 && letGo(), true); // let go outside the window
addEventListener('blur', letGo);

let csrf = null; // what the application's security wants with each write

export async function get(route, values = {}) {
  const query = Object.entries(values).filter(([, value]) => value != null && value !== '')
    .map(([name, value]) => name + '=' + encodeURIComponent(value)).join('&');
  let answer;
  try {
    answer = await fetch('api/' + route + (query ? '?' + query : ''));
  } catch {
    throw new Refused(0, 'unreachable');
  }
  const json = await told(answer);
  if (route === 'about') csrf = json.csrf;
  await steady();
  return json;
}

/** Null where nothing is known because the server shows no contents. */
export const getIfShown = (route, values) => get(route, values).catch(refused => {
  if (refused.code === 'contents-off') return null;
  throw refused;
});

let token = null; // in memory only: a reload asks again
export const knowsToken = () => token !== null;

export async function act(id, action, argument) {
  const answer = await fetch('api/action', {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Session-Compression-Token': token ?? '', ...(csrf && {[csrf.header]: csrf.token})},
    body: JSON.stringify({id, action, argument: argument == null ? undefined : String(argument)})
  }).catch(() => { throw new Refused(0, 'unreachable'); });
  return action === 'export' && answer.ok && !answer.redirected ? answer.blob() : told(answer);
}

/** Takes a token if the server knows it. */
export async function useToken(given) {
  token = given;
  try {
    await act(undefined, 'verify');
  } catch (refused) {
    token = null;
    throw refused;
  }
}

/** Calls changed(data) for each change of a chat, and connected(true or false). */
export function listen(changed, connected) {
  const source = new EventSource('api/events');
  const again = () => {
    source.close();
    connected(false);
    setTimeout(() => listen(changed, connected), 5000);
  };
  source.onopen = () => connected(true);
  source.onerror = () => source.readyState === EventSource.CLOSED ? again() : connected(false);
  source.addEventListener('change', event => changed(JSON.parse(event.data)));
  source.addEventListener('pulse', () => changed({}));
  source.addEventListener('bye', again);
}
