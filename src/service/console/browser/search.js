// @ts-check
/** Streams a search over the service's WebSocket: steps, stages and report as they come, then the checked answer. */

document.addEventListener('submit', (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!(form instanceof HTMLFormElement) || form.dataset.ask === undefined || !button?.dataset.stream) return;
  event.preventDefault();
  void ask(form, button.dataset.stream);
});

/**
 * @param {HTMLFormElement} form
 * @param {string} path
 */
async function ask(form, path) {
  const query = String(new FormData(form).get('query') ?? '').trim();
  if (!query) return;
  const view = openView(form);
  view.begin();
  try {
    // Tokens are short-lived: fetched just before the socket opens, never kept.
    const response = await fetch('/auth/session-token', { method: 'POST' });
    if (response.status === 401) return location.reload();
    const { token } = (await response.json()).data;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}${path}?token=${encodeURIComponent(token)}`);
    let isOver = false;
    socket.onopen = () => {
      const { entityType, entityId } = form.dataset;
      socket.send(JSON.stringify({ query, entity_type: entityType, entity_id: entityId }));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'complete' || message.type === 'error') isOver = true;
      void view.show(message);
    };
    socket.onclose = () => {
      if (!isOver)
        view.fail(
          'The connection broke off. A deep search goes on: reload the page in a while and look under “Asked before”.',
        );
    };
  } catch {
    view.fail('The service does not answer.');
  }
}

/** @param {HTMLFormElement} form */
function openView(form) {
  const run = /** @type {HTMLElement} */ (form.parentElement?.querySelector('[data-run]'));
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (run.querySelector(`[data-run-${name}]`));
  const told = part('told');
  const progress = /** @type {HTMLProgressElement} */ (part('progress'));
  const steps = part('steps');
  const report = part('report');
  const answer = part('answer');

  /** @param {boolean} isBusy */
  function setBusy(isBusy) {
    for (const button of form.querySelectorAll('button')) button.disabled = isBusy;
    progress.hidden = !isBusy;
  }

  /** @param {string} text */
  function fail(text) {
    setBusy(false);
    told.textContent = text;
    told.className = 'notice error';
  }

  return {
    fail,
    begin() {
      run.hidden = false;
      told.className = '';
      told.textContent = 'Reading the question';
      progress.value = 0;
      steps.replaceChildren();
      report.textContent = '';
      answer.replaceChildren();
      setBusy(true);
    },
    /** @param {{ type: string, data: Record<string, any>, error: { message?: string } | null }} message */
    async show({ type, data, error }) {
      if (type === 'query_intent') told.textContent = [`Asked: ${data.intent}`, ...(data.plan ?? [])].join(' · ');
      if (type === 'stage') {
        told.textContent = `${stages[data.name] ?? data.name}, ${data.n} of ${data.of}`;
        progress.value = Math.max(progress.value, ((data.n - (data.status === 'done' ? 0 : 1)) / data.of) * 100);
      }
      if (type === 'progress') progress.value = Math.max(progress.value, data.percent);
      if (type === 'step') {
        const item = document.createElement('li');
        const tool = document.createElement('b');
        tool.textContent = data.tool;
        item.append(tool, ` ${data.summary}`);
        steps.append(item);
      }
      if (type === 'report_chunk') report.append(data.text);
      if (type === 'error') fail(error?.message ?? 'The search failed.');
      if (type === 'complete') {
        const response = await fetch(`${form.dataset.base}/searches/${data.search_id}/view`);
        setBusy(false);
        told.textContent = 'Done.';
        if (!response.ok) return;
        answer.innerHTML = await response.text();
        report.textContent = '';
        steps.replaceChildren();
      }
    },
  };
}

/** @type {Record<string, string>} */
const stages = {
  plan: 'Planning',
  retrieve: 'Looking for lines',
  investigate: 'Investigating',
  verify: 'Checking every quote',
  report: 'Writing',
};
