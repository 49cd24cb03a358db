import { readFileSync } from 'node:fs'

/** What a reader of `docs/stripe.md` does: its commands and the steps of its tables, section by section. */
export function readGuide() {
  const text = readFileSync('docs/stripe.md', 'utf8')
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [title = '', ...lines] = section.split('\n')
        return [title, lines.join('\n')]
      }),
  )
  const of = (title: string): string => {
    const section = sections.get(title)
    if (section === undefined) throw new Error(`docs/stripe.md has no section “${title}”`)
    return section
  }
  return {
    /** The lines of the section's shell blocks, without comments. */
    commands: (title: string): string[] =>
      [...of(title).matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
        block
          .split('\n')
          .map((line) => line.replace(/\s+#.*$/, '').trim())
          .filter((line) => line !== ''),
      ),
    /** The Stripe CLI commands in the section's prose. */
    listens: (title: string): string[] =>
      [...of(title).matchAll(/`(stripe listen [^`]+)`/g)].map(([, command = '']) =>
        command.replaceAll(/\s+/g, ' '),
      ),
    /** The rows of the section's tables, without their headers. */
    rows: (title: string): string[][] =>
      of(title)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /^\|.*\|$/.test(line) && !/^\|[\s|-]+\|$/.test(line))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        )
        .filter(
          (cells) => !['Minute', 'Card', 'Payment method', 'Payer', 'At Stripe'].includes(cells[0] ?? ''),
        ),
  }
}

/** The card numbers in a text, without spaces. */
export const cardsIn = (text: string): string[] =>
  [...text.matchAll(/\b\d{4} \d{4} \d{4} \d{4}\b/g)].map(([number]) => number.replaceAll(' ', ''))

/** The assignments before a command or after `export`, with each `…` replaced. */
export function assignmentsIn(
  command: string,
  filled: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = [...command.matchAll(/\b([A-Z][A-Z_]*)=(\S+)/g)]
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => {
      const full = value.endsWith('…') ? filled[value] : value
      if (full === undefined) throw new Error(`nothing is known to fill in ${name}=${value}`)
      return [name, full]
    }),
  )
}
