import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BROWSERS } from '#scripts/build/browsers.ts'

const read = (name: string) => readFileSync(`client/public/${name}`, 'utf8')
const [CHECK, NOTICE] = [read('before-paint.js'), read('old-browser.js')]
const WORDS = 'Chrome or Edge 117, Firefox 121 or Safari 16.4'
const SENTENCE = `This browser is too old for this page. Please update it, or use ${WORDS} or later.`

/** Runs the first script in a browser that lacks these features; returns the URL of the script that it adds. */
function runWithout(...lacking: string[]): string | null {
  const lacks = (name: string) => lacking.some((one) => name.includes(one))
  const css = lacks('CSS') ? undefined : { supports: (...words: string[]) => !words.some(lacks) }
  function Expression(source: string) {
    if (lacks(source)) throw new SyntaxError('Invalid group')
    return /./
  }
  const added: { src: string }[] = []
  const page = {
    createElement: () => ({ src: '' }),
    documentElement: { setAttribute: () => {} },
    head: { appendChild: (script: { src: string }) => added.push(script) && script },
  }
  new Function('CSS', 'RegExp', 'document', CHECK)(css, Expression, page)
  return added[0]?.src ?? null
}

test.each([
  ['Chrome 116', 'subgrid'],
  ['Firefox 120', ':has'],
  ['Safari 16.3', '(?<='],
  ['browsers without CSS.supports', 'CSS'],
])('%s is too old', (_browser, feature) => {
  expect(runWithout(feature)).toBe('/old-browser.js')
})

test('newer browsers load no extra script', () => {
  expect(runWithout()).toBeNull()
})

test('the message replaces "Loading..."', () => {
  document.body.innerHTML =
    '<div id="root"><main class="first-look"><div role="status">Loading...</div></main></div>'
  new Function(NOTICE)()
  expect(document.body.textContent).toBe(SENTENCE)
})

test('above a prerendered page, the message is an alert', () => {
  document.body.innerHTML = '<div id="root"><h1>Sign in</h1></div>'
  new Function(NOTICE)()
  expect(document.body.firstElementChild?.getAttribute('role')).toBe('alert')
  expect(document.body.textContent).toBe(`${SENTENCE}Sign in`)
})

test.each([
  ['before-paint.js', CHECK],
  ['old-browser.js', NOTICE],
])('%s can be parsed by old browsers', (_name, script) => {
  const code = script.replace(/^\s*(\/\/|\/\*\*).*$/gm, '')
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|catch \{|\b(class|async|import|export)\b/)
})

test('the script, the README and the build name the same browsers', () => {
  const { chrome, edge, firefox, safari } = BROWSERS
  expect(chrome).toBe(edge)
  expect(`Chrome or Edge ${chrome}, Firefox ${firefox} or Safari ${safari}`).toBe(WORDS)
  expect(NOTICE).toContain(WORDS)
  expect(readFileSync('README.md', 'utf8')).toContain(WORDS)
})

test('the page runs the check before anything else', () => {
  const page = readFileSync('index.html', 'utf8')
  expect(page.match(/<script[^>]*>/)?.[0]).toBe('<script src="/before-paint.js">')
})
