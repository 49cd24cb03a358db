import type { Browser, BrowserContext } from 'playwright/test'

/** What Playwright asks of Firefox over WebDriver BiDi, and Firefox ESR doesn't know: it stays as it is. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

interface Session {
  send(method: string, params: unknown): Promise<unknown>
}

/** Playwright's own side of a browser; it has no public name. */
interface Internals {
  _connection: { toImpl(browser: Browser): { _browserSession: Session } }
}

/** Makes a released Firefox usable for our tests, which Playwright drives but doesn't ship. */
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
    await typeAsUsers(context)
    return context
  }
  return browser
}

/** Playwright sets the text of a field by script, which React doesn't notice; editing is an input. */
const typeAsUsers = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => void document.execCommand('insertText', false, text),
      set: () => {},
    })
  })
