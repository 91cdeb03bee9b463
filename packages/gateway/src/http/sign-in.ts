/** The sign-in page. The token or the secret of a login link may follow `#`, which browsers never send, log or put into a referrer. */
export const SIGN_IN = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rutbreak</title>
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:15px/1.5 system-ui;max-width:26rem;margin:18vh auto;padding:0 1rem}h1{font-size:1.2rem}
input,button{font:inherit;padding:.4rem .6rem}input{width:100%;box-sizing:border-box;margin:.3rem 0 .8rem}</style>
<h1>Sign in to Rutbreak</h1><p>The gateway printed the path of the token file at start.</p>
<form><label>Token<input name="token" type="password" autocomplete="current-password" required autofocus></label>
<button>Open</button> <output></output></form><script src="/sign-in.js"></script></html>`;

export const SIGN_IN_SCRIPT = `'use strict';
const form = document.querySelector('form');
const given = new URLSearchParams(location.hash.slice(1));
const target = given.get('to') ?? (location.hash.startsWith('#/') ? location.hash : '');
async function signIn(secret) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch('/session', { method: 'POST', headers, body: JSON.stringify(secret) });
  if (!reply.ok) {
    form.querySelector('output').textContent = secret.link ? 'This link was already used or has expired. Create a new one, or use the token.' : 'This token is not valid.';
    return;
  }
  localStorage.setItem('rutbreak-page', (await reply.json()).page_secret);
  const page = location.pathname === '/sign-in' ? '/' : location.pathname;
  location.replace(page + (/^#/.test(target) ? target : ''));
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn({ token: form.elements.token.value });
});
for (const kind of ['token', 'link']) {
  const secret = given.get(kind);
  if (!secret) continue;
  history.replaceState(null, '', location.pathname);
  void signIn({ [kind]: secret });
}
`;
