import type { Browser, Page } from 'playwright/test'

/** Commands that Playwright sends over WebDriver BiDi and Firefox ESR doesn't support; they are ignored. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

interface Session {
  send(method: string, params: unknown): Promise<unknown>
}

/** Playwright's internal connection to a browser; it has no public name. */
interface Internals {
  _connection: { toImpl(browser: Browser): { _browserSession: Session } }
}

/** Makes a released Firefox usable for our tests; Playwright can drive it but doesn't ship it. */
export function adaptFirefox(browser: Browser): Browser {
  const session = (browser as unknown as Internals)._connection.toImpl(browser)._browserSession
  const sessions: Session = Object.getPrototypeOf(session)
  const { send } = sessions
  sessions.send = function (this: Session, method, params) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, params)
  }
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('page', printBySheets)
    await context.addInitScript(typeAsUsers)
    await context.addInitScript(quoteErrors)
    return context
  }
  return browser
}

/** Playwright fills a field by script, which React doesn't notice; editing fires an input event. */
function typeAsUsers() {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  })
}

/** The protocol reports console errors without their message. */
function quoteErrors() {
  const { error } = console
  console.error = (...words) => error(...words.map((word) => (word instanceof Error ? String(word) : word)))
}

/** Playwright can't emulate print media there, so the page's print rules are applied to the screen instead. */
function printBySheets(page: Page) {
  const emulate = page.emulateMedia.bind(page)
  page.emulateMedia = async ({ media, ...features } = {}) => {
    await emulate(features)
    if (media !== undefined) await page.evaluate(applyPrintRules, media === 'print')
  }
}

function applyPrintRules(applied: boolean) {
  const [from, to] = applied ? ['print', 'all'] : ['all', 'print']
  const change = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === from) rule.media.mediaText = to
      if (rule instanceof CSSGroupingRule) change(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) change(sheet.cssRules)
}
