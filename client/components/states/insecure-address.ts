import classes from './loading.module.css'

/** Replaces the page: an HTTPS portal that was opened over plain HTTP can't sign anyone in. */
export function showInsecureAddress(root: HTMLElement, address: string): void {
  const title = document.createElement('h1')
  title.textContent = 'This address isn’t secure'
  const text = document.createElement('p')
  text.textContent = `You opened the portal at ${location.origin}. It is set up for ${address}, and signing in works only there.`
  const link = document.createElement('a')
  link.href = new URL(location.pathname + location.search + location.hash, address).href
  link.textContent = `Open ${address}`
  const hint = document.createElement('p')
  hint.textContent = 'If you run the portal and want to try it without HTTPS, start it without PUBLIC_URL.'
  const screen = document.createElement('main')
  screen.className = classes.screen ?? ''
  screen.append(title, text, link, hint)
  root.replaceChildren(screen)
}
