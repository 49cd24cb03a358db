/** The verbs that name files in `commands/`: the five common to all records, then those of the domain. */
export const VERBS: readonly string[] = [
  ...['create', 'update', 'delete', 'archive', 'restore'],
  ...[
    'accept',
    'add',
    'adjust',
    'announce',
    'apply',
    'back-up',
    'bill',
    'book',
    'cancel',
    'change',
    'charge',
    'check',
    'close',
    'collect',
    'compare',
    'confirm',
    'connect',
    'consume',
    'convert',
    'copy',
    'count',
    'credit',
    'deliver',
    'disable',
    'discard',
    'duplicate',
    'edit',
    'end',
    'enter',
    'erase',
    'extend',
    'finish',
    'give',
    'grant',
    'hand-over',
    'import',
    'invoice',
    'issue',
    'keep',
    'limit',
    'link',
    'lock',
    'mail',
    'mark',
    'move',
    'notify',
    'open',
    'pause',
    'pay',
    'place',
    'post',
    'publish',
    'purge',
    'queue',
    'reconcile',
    'record',
    'refresh',
    'refund',
    'release',
    'remember',
    'remind',
    'remove',
    'renew',
    'reopen',
    'repeat',
    'replace',
    'reply',
    'report',
    'request',
    'resend',
    'reset',
    'retry',
    'reverse',
    'review',
    'revoke',
    'run',
    'save',
    'send',
    'set',
    'set-up',
    'settle',
    'share',
    'sign-in',
    'sign-out',
    'sign-up',
    'snooze',
    'spend',
    'start',
    'submit',
    'subscribe',
    'switch-off',
    'sync',
    'tick',
    'toggle',
    'touch',
    'track',
    'undo',
    'verify',
    'view',
    'void',
    'warn',
    'withdraw',
    'write',
  ],
]

const verbOf = (name: string): string | undefined =>
  VERBS.filter((verb) => name === verb || name.startsWith(`${verb}-`)).sort((a, b) => b.length - a.length)[0]

/** `remind`, `remind-of-tasks` and `sign-up-agency` start with a verb; `settings` doesn't. */
export const isNamedForVerb = (name: string): boolean => verbOf(name) !== undefined

/** Whether the file exports a function that begins with the verb of its name: `saveInvoice` in `save.ts`. */
export function exportsItsVerb(name: string, text: string): boolean {
  const verb = verbOf(name)?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new RegExp(`^export (async )?(function\\*?|const) ${verb}(?![a-z])`, 'm').test(text)
}

/** Verbs that functions of domains don't begin with, and the glossary's words for the same. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  destroy: 'delete',
  drop: 'delete or remove',
  load: 'get, list or a noun',
  lookup: 'find',
  obtain: 'get',
  prune: 'delete',
  retrieve: 'get',
  wipe: 'erase',
}
/** Queries read the database, so the verb would say nothing. */
const OTHER_WORDS_OF_QUERIES: typeof OTHER_WORDS = { ...OTHER_WORDS, read: 'get, list or a noun' }

const EXPORTED = /^export (?:async )?(?:function\*?|const) ([a-z]+)\w*/gm
/** A function that finds something or nothing, with its body. */
const FINDING = /^export (?:async )?function (find[A-Z]\w*)[\s\S]*?^\}/gm

/** What the glossary calls differently in a file of a domain. */
export function misnamedIn(text: string, isQuery: boolean): string[] {
  const others = isQuery ? OTHER_WORDS_OF_QUERIES : OTHER_WORDS
  return [
    ...[...text.matchAll(EXPORTED)].flatMap(([, verb = '']) =>
      others[verb] === undefined ? [] : [`“${verb}” is ${others[verb]} in docs/glossary.md`],
    ),
    ...[...text.matchAll(FINDING)].flatMap(([body, name]) =>
      body.includes('throw ') ? [`${name} throws, so it is named require… or get…`] : [],
    ),
  ]
}
