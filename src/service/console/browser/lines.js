// @ts-check
/** A link that names a line only after the `#` opens there too. */

function open() {
  const line = /^#L(\d+)$/.exec(location.hash)?.[1];
  if (!line || document.getElementById(`L${line}`)) return;
  const url = new URL(location.href);
  url.searchParams.set('line', line);
  url.searchParams.delete('page');
  location.replace(url);
}

addEventListener('hashchange', open);
open();
