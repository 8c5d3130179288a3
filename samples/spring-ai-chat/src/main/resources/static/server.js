/** Fetches; what the server refuses is thrown as a line for people. */
export async function fetched(path, body) {
  let response;
  try {
    response = await fetch(path, body === undefined ? {} : {
      method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)
    });
  } catch {
    throw new Error('The application can’t be reached: is it still running?');
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new Error(problem.detail || `The application answered ${response.status}.`);
  }
  return response;
}
