// Search without a server: the texts of all pages come as a script, which also works for files on disk.
const field = document.getElementById('search');
const list = document.getElementById('results');
const root = document.body.dataset.root;
const MOST = 12;

let search;
function load(name) {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = `${root}assets/${name}`;
    script.addEventListener('load', done);
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}

/** Both scripts are loaded when somebody searches, not before. */
function ready() {
  search ??= Promise.all([load('minisearch.js'), load('search-data.js')]).then(() => {
    const index = new window.MiniSearch({
      idField: 'address',
      fields: ['title', 'heading', 'text'],
      storeFields: ['title', 'heading', 'text'],
      searchOptions: {
        boost: { title: 3, heading: 4 },
        // Records of decisions and long lists of texts say everything once; guides say it better.
        boostDocument: (id) => (/^(?:decisions\/|texts|architecture)/.test(id) ? 0.3 : 1),
        ...{ prefix: true, fuzzy: 0.15, combineWith: 'AND' },
      },
    });
    index.addAll(window.rutbreakPages);
    return index;
  });
  return search;
}

function around(text, terms) {
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term.toLowerCase())));
  return (at > 40 ? '…' : '') + text.slice(Math.max(0, at - 40), at + 90);
}

function entry({ id, title, heading, text, terms }) {
  const link = document.createElement('a');
  link.href = root + id;
  const name = document.createElement('b');
  name.textContent = heading === '' ? title : `${title} › ${heading}`;
  const part = document.createElement('span');
  part.textContent = ` ${around(text, terms)}`;
  link.append(name, part);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function show() {
  const words = field.value.trim();
  if (words === '') {
    list.hidden = true;
    return;
  }
  const found = (await ready()).search(words).slice(0, MOST);
  if (field.value.trim() !== words) return;
  const nothing = document.createElement('p');
  nothing.textContent = 'Nothing found.';
  list.replaceChildren(...(found.length > 0 ? found.map(entry) : [nothing]));
  list.hidden = false;
}

field.addEventListener('focus', () => void ready());
field.addEventListener('input', () => void show());
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === 'Escape') {
    list.hidden = true;
    field.blur();
  } else if (event.key === 'Enter' && document.activeElement === field) list.querySelector('a')?.click();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) list.hidden = true;
});

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.type = 'button';
  button.textContent = 'Copy';
  const text = block.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  });
  block.prepend(button);
}

// On a phone the list of pages stands above the content, which must be on the first screen.
if (window.matchMedia('(max-width: 760px)').matches)
  for (const section of document.querySelectorAll('nav details')) section.open = false;
