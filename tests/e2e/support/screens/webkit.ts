import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'playwright/test'
import { freePort } from '#scripts/tools/free-port.ts'
import { findWebKit, OTHER_ENGINES } from '#scripts/tools/other-engines.ts'
import { test as base } from '../portal/portal.ts'

/** Finds elements by role within the page, as Playwright does in browsers that it can drive. */
const FINDER = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
)

/** Searches the topmost dialog; a select's options are outside of it. Null until the page has the finder. */
const FIND = `
  const [role, name, pattern] = arguments
  if (!window.TestingLibraryDom) return null
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  const part = (role !== 'option' && [...dialogs].at(-1)) || document.body
  const options = { name: name === null ? undefined : pattern ? new RegExp(name) : name }
  if (role !== 'password') return window.TestingLibraryDom.queryAllByRole(part, role, options)
  // Password fields have no role.
  return [...part.querySelectorAll('input[type="password"]')]
    .filter(({ labels }) => [...labels].some((label) => label.innerText.replace(/\\s*\\*$/, '') === name))`

/** The number of matches; null as above. */
const COUNT = `const found = (function () { ${FIND} }).apply(null, arguments)
  return found && found.length`

type Reference = Record<string, string>

/** A page in WebKitGTK over WebDriver, because Playwright drives only its own build of WebKit. */
class WebKitPage {
  readonly #origin: string
  readonly #session: string
  constructor(origin: string, session: string) {
    this.#origin = origin
    this.#session = session
  }

  async goto(path: string): Promise<void> {
    await call(`${this.#session}/url`, { url: new URL(path, this.#origin).href })
  }

  run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return call<Result>(`${this.#session}/execute/sync`, { script, args })
  }

  /** Counted within the page, because elements may be gone before they are returned. */
  async count(role: string, name: string | RegExp | null = null): Promise<number> {
    return (await this.#search<number>(COUNT, role, name)) ?? 0
  }

  async see(role: string, name: string | RegExp | null = null): Promise<void> {
    await expect.poll(() => this.count(role, name), `${role} ${name}`).toBeGreaterThan(0)
  }

  async seeText(text: string): Promise<void> {
    await expect.poll(() => this.run('return document.body.innerText')).toContain(text)
  }

  /** Retries until the element is there and no animated element covers it. */
  async click(role: string, name: string | RegExp): Promise<void> {
    await this.#act(role, name, (element) => this.#click(element))
  }

  /** Clicks again while the link is still there, as users do: the page may be starting up at that moment. */
  async follow(link: string, [role, name]: [role: string, name: string]): Promise<void> {
    await expect(async () => {
      const [found] = (await this.#search<Reference[]>(FIND, 'link', link)) ?? []
      if (found !== undefined) await this.#click(found)
      expect(await this.count(role, name), `${role} ${name}`).toBeGreaterThan(0)
    }).toPass()
  }

  async fill(name: string, text: string, role = 'textbox'): Promise<void> {
    await this.#act(role, name, (element) => call(`${this.#addressOf(element)}/value`, { text }))
  }

  async choose(field: string, option: string | RegExp): Promise<void> {
    await this.click('combobox', field)
    await this.click('option', option)
  }

  async forgetUser(): Promise<void> {
    await send('DELETE', `${this.#session}/cookie`)
  }

  async #act(role: string, name: string | RegExp, act: (element: Reference) => Promise<unknown>) {
    await expect(async () => {
      const [found] = (await this.#search<Reference[]>(FIND, role, name)) ?? []
      expect(found, `${role} ${name}`).toBeDefined()
      await act(found ?? {})
    }).toPass()
  }

  #click(element: Reference) {
    return call(`${this.#addressOf(element)}/click`, {})
  }

  #addressOf(element: Reference): string {
    return `${this.#session}/element/${Object.values(element)[0]}`
  }

  /** Null if the finder isn't loaded yet, as after each navigation; it is then loaded and queried again. */
  async #search<Found>(script: string, role: string, name: string | RegExp | null): Promise<Found | null> {
    const pattern = name instanceof RegExp
    const args = [role, pattern ? name.source : name, pattern]
    const found = await this.run<Found | null>(script, ...args)
    if (found !== null) return found
    await this.run(FINDER)
    return this.run<Found | null>(script, ...args)
  }
}

async function send<Result>(method: string, url: string, body?: unknown): Promise<Result> {
  const answer = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

const call = <Result>(url: string, body: unknown) => send<Result>('POST', url, body)

/** On a virtual display. */
async function startDisplay(program: string): Promise<[ChildProcess, name: string]> {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(child.stdout, 'data')
  return [child, `:${String(number).trim()}`]
}

async function startDriver(program: string, display: string): Promise<[ChildProcess, url: string]> {
  const port = await freePort('127.0.0.1')
  const env = { ...process.env, DISPLAY: display }
  const child = spawn(program, [`--port=${port}`], { stdio: 'ignore', env })
  const url = `http://127.0.0.1:${port}`
  await expect(() => send('GET', `${url}/status`)).toPass()
  return [child, url]
}

export const test = base.extend<{ webkit: WebKitPage }>({
  webkit: async ({ portal }, use, info) => {
    const found = findWebKit()
    info.skip(found === undefined, OTHER_ENGINES.webkit.missing)
    if (found === undefined) return
    const [display, name] = await startDisplay(found.display)
    const [driver, url] = await startDriver(found.driver, name)
    const browser = { binary: found.browser, args: ['--automation'] }
    const { sessionId } = await call<{ sessionId: string }>(`${url}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
    })
    const session = `${url}/session/${sessionId}`
    await call(`${session}/window/rect`, { width: 1440, height: 1000 })
    await use(new WebKitPage(portal.url, session))
    if (info.status !== info.expectedStatus) {
      const body = Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64')
      await info.attach('screenshot', { body, contentType: 'image/png' })
    }
    await send('DELETE', session)
    driver.kill()
    display.kill()
  },
})
