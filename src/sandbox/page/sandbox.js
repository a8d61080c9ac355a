// @ts-check
/** Keeps the two panes up to date and turns drops, buttons and forms into acts of the person at the page. */

const status = /** @type {HTMLElement} */ (document.getElementById('status'));
let tab = 'channel';
/** @type {EventSource | undefined} */
let stream;
/** A stream ends every few minutes and is opened anew: nobody has to hear of that. */
const lostMs = 5000;
/** @type {number | undefined} */
let lost;

/** Shows what the server tells of the open tab, from now on. A page nobody looks at holds no connection. */
function listen() {
  stream?.close();
  if (document.hidden) return;
  const source = new EventSource(`/sandbox/view?tab=${tab}`);
  stream = source;
  source.addEventListener('open', () => {
    clearTimeout(lost);
    lost = undefined;
    if (status.dataset.kind === 'lost') say('');
  });
  source.addEventListener('part', ({ data }) => source === stream && show(JSON.parse(data)));
  source.addEventListener('error', () => {
    if (source !== stream) return;
    // Each try that fails is told here; the first one counts.
    lost ??= setTimeout(
      () => say('The program does not answer. It goes on by itself when it is back.', 'lost'),
      lostMs,
    );
    // Refused rather than cut: the browser does not ask again by itself.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => source === stream && listen(), 1000);
  });
}

function show(view) {
  replace('channel', view.channel);
  showModal(view.modal);
  replace('tickets', view.tickets);
  const current = document.getElementById('current');
  if (current && view.currentTicket) current.textContent = view.currentTicket;
}

/** The view is HTML made and escaped by the server; what a person is typing stays. */
function replace(id, markup) {
  const place = document.getElementById(id);
  if (!place || place.dataset.markup === markup) return;
  const drafts = new Map();
  for (const form of place.querySelectorAll('form[data-thread]')) {
    const input = form.querySelector('input');
    if (input && (input.value || input === document.activeElement))
      drafts.set(form.dataset.thread, [input.value, input === document.activeElement]);
  }
  const known = new Set([...place.querySelectorAll(news)].map((element) => element.outerHTML));
  const isFirst = place.dataset.markup === undefined;
  place.innerHTML = markup;
  place.dataset.markup = markup;
  // Whoever comes sees the page from its top, and each side from its end.
  if (isFirst) place.scrollTop = place.scrollHeight;
  else showNews(place, known);
  for (const [thread, [value, hadFocus]] of drafts) {
    const input = place.querySelector(`form[data-thread="${thread}"] input`);
    if (!input) continue;
    input.value = value;
    if (hadFocus) input.focus();
  }
}

/** A form of the app, on top of everything until it is sent or closed. */
function showModal(markup) {
  const dialog = document.getElementById('modal');
  if (!(dialog instanceof HTMLDialogElement) || dialog.dataset.markup === (markup ?? '')) return;
  dialog.dataset.markup = markup ?? '';
  dialog.innerHTML = markup ?? '';
  if (markup && !dialog.open) dialog.showModal();
  if (!markup && dialog.open) dialog.close();
}

/** Sends the form of the app; what is wrong stands below its field. */
async function submitModal(form) {
  const values = new FormData(form);
  // A form leaves out what is not ticked; here nothing ticked is a choice too.
  for (const { name } of form.querySelectorAll('input[type=checkbox]')) if (!values.has(name)) values.set(name, '');
  const response = await fetch('/sandbox/act/submit', { method: 'POST', body: values });
  const { errors = {}, message = '' } = await response.json().catch(() => ({}));
  for (const place of form.querySelectorAll('.wrong')) place.textContent = '';
  for (const [block, words] of Object.entries(errors)) {
    const place = form.querySelector(`[data-block="${CSS.escape(block)}"] .wrong`) ?? form.querySelector('p.wrong');
    place.textContent = words;
  }
  if (message) form.querySelector('p.wrong').textContent = message;
}

async function press(element, choice) {
  const { where, channel = '', ts = '', action, block, url } = element.dataset;
  if (element.dataset.confirm && !confirm(element.dataset.confirm)) return;
  if (url) window.open(url, '_blank', 'noreferrer');
  element.disabled = true;
  await act('press', formOf({ where, channel, ts, action, block, choice }));
  element.disabled = false;
}

const news = '.message';

/** Brings the last thing that is new into view; whoever types or has just scrolled is left where they are. */
function showNews(place, known) {
  const fresh = [...place.querySelectorAll(news)].filter((element) => !known.has(element.outerHTML)).at(-1);
  const isBusy = place.contains(document.activeElement) || performance.now() - scrolledMs < 4000;
  if (!fresh || isBusy) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  fresh.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
}

let scrolledMs = -Infinity;
for (const sign of ['wheel', 'touchmove']) {
  addEventListener(sign, () => (scrolledMs = performance.now()), { passive: true });
}

function say(text, kind = '') {
  status.textContent = text;
  status.dataset.kind = kind;
}

async function act(path, body) {
  const response = await fetch(`/sandbox/act/${path}`, { method: 'POST', body });
  if (!response.ok) say((await response.json().catch(() => ({ message: 'That did not work.' }))).message);
  return response.ok;
}

async function share(place, files, text = '') {
  for (const file of files) {
    const form = new FormData();
    form.set('place', place);
    form.set('text', text);
    form.set('file', file);
    say(`Sending ${file.name} …`);
    if (!(await act('share', form))) return;
    text = '';
  }
  say('');
}

function formOf(values) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button?.dataset.example) {
    const { example: name, place, ask = '' } = button.dataset;
    await act('example', formOf({ name, place, ask }));
  }
  if (button?.id === 'new-ticket') document.getElementById('ticket-dialog').showModal();
  if (button?.dataset.press) await press(button, button.dataset.choice ?? '');
  if (button?.dataset.close) await act('close', new FormData());
  if (button?.dataset.tab) await openTab(button);
  if (button?.dataset.act) await actOnMessage(button.dataset);
});

/** Arrow keys go round the tabs and Home and End to the outer ones, as the ARIA Authoring Practices have it. */
document.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
  const all = [...event.currentTarget.querySelectorAll('[role=tab]')];
  const at = all.indexOf(event.target);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  const button = all.at(next % all.length);
  button.focus();
  openTab(button);
});

async function openTab(button) {
  tab = button.dataset.tab;
  for (const other of document.querySelectorAll('[data-tab]')) {
    other.setAttribute('aria-selected', String(other === button));
    other.tabIndex = other === button ? 0 : -1;
  }
  document.getElementById('channel').setAttribute('aria-labelledby', button.id);
  document.getElementById('say').hidden = tab === 'home';
  listen();
  if (tab === 'home') await act('open-home', new FormData());
}

async function actOnMessage({ act: what, channel, ts, name = '' }) {
  const text = what === 'edit' ? prompt('The message from now on:') : '';
  if (text === null) return;
  await act(what, formOf({ channel, ts, name, text }));
}

// Escape closes the form for the app too.
document.getElementById('modal')?.addEventListener('cancel', () => act('close', new FormData()));

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.id === 'modal-form') {
    event.preventDefault();
    await submitModal(form);
    return;
  }
  if (form.id === 'ticket-form') {
    if (event.submitter?.value === 'create') await act('ticket', new FormData(form));
    form.reset();
    return;
  }
  event.preventDefault();
  const input = form.querySelector('input[name=text]');
  const text = input?.value.trim() ?? '';
  const files = form.querySelector('input[type=file]')?.files ?? [];
  if (input) input.value = '';
  if (files.length > 0) await share(tab, [...files], text);
  else if (text)
    await act('say', formOf({ text, thread: form.dataset.thread ?? '', channel: form.dataset.channel ?? tab }));
  if (form.id) form.reset();
});

document.addEventListener('change', (event) => {
  const input = event.target;
  if (input.dataset.press === 'choose' && input.value) press(input, input.value);
  if (input.type !== 'file' || input.form.id !== 'attach') return;
  share('ticket', [...input.files]).then(() => input.form.reset());
});

for (const pane of document.querySelectorAll('.pane[data-place]')) {
  pane.addEventListener('dragover', (event) => {
    event.preventDefault();
    pane.classList.add('over');
  });
  pane.addEventListener('dragleave', () => pane.classList.remove('over'));
  pane.addEventListener('drop', async (event) => {
    event.preventDefault();
    pane.classList.remove('over');
    const example = event.dataTransfer.getData('text/x-example');
    if (example) await act('example', formOf({ name: example, place: pane.dataset.place }));
    else await share(pane.dataset.place, [...event.dataTransfer.files]);
  });
}

for (const example of document.querySelectorAll('.example')) {
  example.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/x-example', example.dataset.name));
}

document.addEventListener('visibilitychange', listen);
listen();
