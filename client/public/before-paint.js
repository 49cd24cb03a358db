// Before the first paint, so that dark screens don't flash white. A file, as the CSP demands, that old browsers can read.
function readScheme() {
  try {
    return localStorage.getItem('mantine-color-scheme-value')
  } catch (_blocked) {
    return null
  }
}

// What is newest in the oldest Firefox, Chrome and Safari that run the client (scripts/build/browsers.ts).
function isNewEnough() {
  try {
    // biome-ignore lint/complexity/useRegexLiterals: they can't read the literal
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
