import { expect, test } from 'vitest'
import { EFFECTS } from '#server/domains.ts'
import { hasSentence } from '#server/door/http/mcp/sentences.ts'
import { type ProcedureTool, toolsOf } from '#server/door/http/mcp/tools.ts'
import { sendsMail } from '#server/reactions/mail/react.ts'
import { appRouter } from '#server/router.ts'
import { type EventName, kindOf } from '#shared/reactions/events.ts'

const tools = [...toolsOf(appRouter, EFFECTS).values()]
const changing = tools.filter(({ changes }) => changes)

const CONFIRMED = 'Asks for `confirmation` with a preview first.'
const ENDING = /[-.](deleted|removed|revoked|ended|voided|suspended|cancelled)$/

/** What doesn't delete anything, whatever its name: it can be undone by another call. */
const UNDONE_BY: Partial<Record<EventName, string>> = {
  'invoice.credit-removed': 'invoices.applyCredit',
}

const isGraveEvent = (name: EventName): boolean =>
  ['removes', 'commits'].includes(kindOf(name).effect ?? '') ||
  sendsMail(name) ||
  kindOf(name).announces !== undefined ||
  (ENDING.test(name) && !(name in UNDONE_BY))

/** What a tool's events oblige its description to say. */
const OBLIGATIONS: [what: string, caused: (name: EventName) => boolean, said: RegExp][] = [
  ['who is emailed', sendsMail, /\bemail/i],
  ['who is notified', (name) => (kindOf(name).notifies ?? []).length > 0, /notif|\bemail/i],
  [
    'what is lost',
    (name) => kindOf(name).effect === 'removes',
    /\b(delet|remov|withdraw|revok|cancel|reverse)|loses? access/i,
  ],
  [
    'whose access ends',
    (name) => name === 'access.ended',
    /signed out|los(es?|ing) access|can’t sign in|setPortalAccess/,
  ],
]

/** What is missing from a tool's description and its confirmation. */
function problemsOf({
  effect,
  procedure,
  tool,
}: Pick<ProcedureTool, 'effect' | 'procedure' | 'tool'>): string[] {
  const description = tool.description ?? ''
  const unsaid = OBLIGATIONS.flatMap(([what, caused, said]) =>
    effect.records.some(caused) && !said.test(description) ? [`doesn’t say ${what}`] : [],
  )
  const isGrave = effect.sends === true || effect.records.some(isGraveEvent)
  const isAdding = !effect.sends && effect.records.every((name) => kindOf(name).effect === 'adds')
  const asks =
    description.includes(CONFIRMED) && Object.hasOwn(tool.inputSchema.properties ?? {}, 'confirmation')
  const isTried = procedure.meta?.repetition === undefined && effect.sends !== true
  return [
    ...unsaid,
    ...(isGrave && !asks ? ['asks for no confirmation'] : []),
    ...(isGrave && !isAdding && tool.annotations?.destructiveHint !== true
      ? ['isn’t marked as destructive']
      : []),
    ...(isGrave && effect.follows === undefined ? ['mentions no consequences'] : []),
    ...(isGrave && !isTried && effect.preview === undefined ? ['has no preview'] : []),
  ]
}

/** How many words say more than the procedure's name. */
const wordsBeyond = (path: string, sentence: string): number =>
  sentence
    .split(/[^\p{L}’]+/u)
    .filter((word) => word.length > 3 && !path.toLowerCase().includes(word.toLowerCase())).length

test('every tool says in a sentence of its own what it is for', () => {
  expect(Object.keys(EFFECTS).sort()).toEqual(tools.map(({ path }) => path).sort())
  const sentences = tools.map(({ effect }) => effect.does)
  expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([])
  for (const { path, changes, effect, tool } of tools) {
    for (const sentence of [effect.does, effect.follows ?? 'Nothing more.']) {
      expect(sentence, path).toMatch(/^[A-Za-z0-9`].{10,}\.$/)
    }
    expect(tool.description, path).toMatch(/^[A-Z]/)
    expect(tool.description?.startsWith(effect.does), path).toBe(true)
    const said = changes ? `${effect.does} ${effect.follows ?? ''}` : effect.does
    expect(wordsBeyond(path, said), `${path}: ${said}`).toBeGreaterThanOrEqual(changes ? 2 : 3)
    expect(new Set(effect.records).size, path).toBe(effect.records.length)
  }
})

test('every tool that removes, ends access, or contacts people says so and asks for a confirmation', () => {
  const problems = changing.map((tool) => [tool.path, problemsOf(tool)] as const)
  expect(problems.filter(([, found]) => found.length > 0)).toEqual([])
})

test('every event that must be confirmed has a sentence for its preview', () => {
  const names = new Set(changing.flatMap(({ effect }) => effect.records).filter(isGraveEvent))
  const silent = [...names].filter((name) => {
    const { activity, audit } = kindOf(name)
    return (activity ?? audit) === undefined && !hasSentence(name)
  })
  expect(silent).toEqual([])
})

test.for([
  ['member.removed', ['doesn’t say what is lost', 'asks for no confirmation', 'mentions no consequences']],
  [
    'access.ended',
    [
      'doesn’t say what is lost',
      'doesn’t say whose access ends',
      'asks for no confirmation',
      'mentions no consequences',
    ],
  ],
  ['invitation.sent', ['doesn’t say who is emailed', 'asks for no confirmation', 'mentions no consequences']],
  ['task.assigned', ['doesn’t say who is notified']],
  ['client.note-added', []],
] as const)('a tool that records %s without saying so is found', ([name, expected]) => {
  const path = 'clients.addNote'
  const effect = { does: 'Adds an internal note to a client.', records: [name] }
  const [{ procedure, tool }] = changing.filter((one) => one.path === path) as [ProcedureTool]
  const quiet = { ...tool, annotations: { ...tool.annotations, destructiveHint: true } }
  expect(problemsOf({ effect, procedure, tool: quiet })).toEqual(expected)
})

test('a sentence that only restates the name is found', () => {
  expect(wordsBeyond('projects.list', 'Lists the projects.')).toBe(1)
  expect(wordsBeyond('projects.list', 'Finds projects by name, client or status.')).toBe(4)
})
