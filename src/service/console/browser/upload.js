// @ts-check
/** Uploads by button and by drop, one after the other, with visible progress. Without script the form does it. */

const form = /** @type {HTMLFormElement} */ (document.getElementById('upload'));
const input = /** @type {HTMLInputElement} */ (document.getElementById('upload-files'));
const list = /** @type {HTMLElement} */ (document.getElementById('uploads'));
const told = /** @type {HTMLElement} */ (document.getElementById('upload-told'));
const maxBytes = Number(form.dataset.maxBytes);

input.multiple = true;
/** @type {HTMLElement} */ (document.getElementById('upload-button')).hidden = true;
let last = Promise.resolve();

input.addEventListener('change', () => {
  add([...(input.files ?? [])]);
  form.reset();
});
form.addEventListener('submit', (event) => event.preventDefault());

for (const type of ['dragenter', 'dragover']) {
  document.addEventListener(type, (event) => {
    if (!(event instanceof DragEvent) || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    form.classList.add('over');
  });
}
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) form.classList.remove('over');
});
document.addEventListener('drop', (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  form.classList.remove('over');
  add([...event.dataTransfer.files]);
});

/** @param {File[]} files */
function add(files) {
  for (const file of files) {
    const row = addRow(file);
    last = last.then(() => send(file, row));
  }
}

/** @param {File} file */
function addRow(file) {
  const item = document.createElement('li');
  const name = document.createElement('b');
  name.textContent = file.name;
  const bar = document.createElement('progress');
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', `Upload of ${file.name}`);
  const words = document.createElement('span');
  words.textContent = 'waiting';
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.textContent = 'Cancel';
  stop.setAttribute('aria-label', `Cancel the upload of ${file.name}`);
  item.append(name, bar, words, stop);
  list.append(item);
  return { item, bar, words, stop };
}

/**
 * @param {File} file
 * @param {ReturnType<typeof addRow>} row
 */
function send(file, { item, bar, words, stop }) {
  return new Promise((resolve) => {
    /** @param {string} text */
    const fail = (text) => {
      item.classList.add('failed');
      words.textContent = text;
      told.textContent = `${file.name}: ${text}`;
      bar.remove();
      stop.textContent = 'Dismiss';
      stop.onclick = () => item.remove();
      resolve(undefined);
    };
    if (file.size > maxBytes) return fail(`is larger than ${form.dataset.maxSize}, the limit`);
    const request = new XMLHttpRequest();
    request.open('POST', '/console/api/upload');
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = total > 0 ? loaded / total : 0;
      words.textContent = `${Math.floor(bar.value * 100)} %`;
    };
    request.upload.onload = () => {
      words.textContent = 'looking at it';
    };
    request.onerror = () => fail('The connection broke off.');
    request.onabort = () => {
      item.remove();
      told.textContent = `${file.name}: cancelled`;
      resolve(undefined);
    };
    request.onload = () => {
      if (request.status !== 201) return fail(messageOf(request.responseText));
      told.textContent = `${file.name} is uploaded.`;
      document.querySelector('[data-live]')?.dispatchEvent(new Event('changed'));
      item.remove();
      resolve(undefined);
    };
    stop.onclick = () => request.abort();
    words.textContent = '0 %';
    const body = new FormData();
    body.set('file', file);
    request.send(body);
  });
}

/** @param {string} text */
function messageOf(text) {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return 'That did not work.';
  }
}
