// The server: reading, acting, and what it tells by itself.
export class Refused extends Error {
  constructor(status, code, detail) {
    super(code + (detail ? ': ' + detail : ''));
    Object.assign(this, {status, code, detail});
  }
}

async function refusal(answer) {
  const told = await answer.json().catch(() => ({}));
  return new Refused(answer.status, told.error ?? 'failed', told.detail);
}

export async function get(route, values = {}) {
  const query = Object.entries(values).filter(([, value]) => value != null && value !== '')
    .map(([name, value]) => name + '=' + encodeURIComponent(value)).join('&');
  let answer;
  try {
    answer = await fetch('api/' + route + (query ? '?' + query : ''));
  } catch {
    throw new Refused(0, 'unreachable');
  }
  if (!answer.ok) throw await refusal(answer);
  return answer.json();
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
    method: 'POST', headers: {'Content-Type': 'application/json', 'X-Session-Compression-Token': token ?? ''},
    body: JSON.stringify({id, action, argument: argument == null ? undefined : String(argument)})
  }).catch(() => { throw new Refused(0, 'unreachable'); });
  if (!answer.ok) throw await refusal(answer);
  return action === 'export' ? answer.blob() : answer.json();
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
