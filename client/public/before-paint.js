// Runs before the first paint, so that dark screens don't flash white. A separate file, as the CSP requires, that old
// browsers can parse.
function readScheme() {
  try {
    return localStorage.getItem('mantine-color-scheme-value')
  } catch (_blocked) {
    return null
  }
}

// The newest features of the oldest Firefox, Chrome and Safari that run the client (scripts/build/browsers.ts).
function isNewEnough() {
  try {
    // biome-ignore lint/complexity/useRegexLiterals: old browsers can't parse the literal
    new RegExp('(?<=a)b')
    return CSS.supports('selector(:has(a))') && CSS.supports('grid-template-columns', 'subgrid')
  } catch (_missing) {
    return false
  }
}

const stored = readScheme()
const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
if (!isNewEnough()) document.head.appendChild(document.createElement('script')).src = '/old-browser.js'
