import Stripe from 'stripe'

/** The flags of `stripe listen` that guides may use; true for those with a value. */
const FLAGS: Readonly<Record<string, boolean>> = {
  '--latest': false,
  '--forward-to': true,
  '--forward-connect-to': true,
}

/** Stripe's latest version: a later one in the release line of the pinned client. */
const LATEST = Stripe.API_VERSION.replace(/^\d{4}-\d\d-\d\d/, '2099-12-31')
/** The default version of an account that was opened years ago. */
const DEFAULT = '2024-06-20'

export type StripeCli = ReturnType<typeof createStripeCli>

/** The Stripe CLI commands that guides use. `portal` is the URL behind `localhost:3000`. */
export function createStripeCli({ portal, secret }: { portal: string; secret: string }) {
  let listener: Record<string, string> | null = null

  function listen(words: readonly string[]): string {
    const flags: Record<string, string> = {}
    for (let index = 0; index < words.length; index++) {
      const name = words[index] ?? ''
      if (!Object.hasOwn(FLAGS, name)) throw new Error(`unknown flag: ${name}`)
      flags[name] = FLAGS[name] ? (words[++index] ?? '') : 'true'
    }
    listener = flags
    return `Ready! Your webhook signing secret is ${secret} (^C to quit)`
  }

  return {
    /** Returns the command's output. */
    run(command: string): string {
      const [program, verb, ...words] = command.split(/\s+/)
      if (program !== 'stripe') throw new Error(`not a command of Stripe's: ${command}`)
      if (verb === 'login') return 'Done!'
      if (verb === 'listen') return listen(words)
      throw new Error(`unknown command "${verb}" for "stripe"`)
    },
    /** Forwards an event of the account, or of one connected to it, and returns the portal's response. */
    async forward(event: { id: string; account?: string }): Promise<{ status: number; applied: boolean }> {
      if (listener === null) throw new Error('nothing listens')
      const own = listener['--forward-to']
      const target = event.account === undefined ? own : (listener['--forward-connect-to'] ?? own)
      if (target === undefined) throw new Error('the event is not forwarded')
      const version = listener['--latest'] === 'true' ? LATEST : DEFAULT
      const payload = JSON.stringify({ ...event, api_version: version })
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
      const url = target.replace(/^(https?:\/\/)?localhost:3000/, portal)
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: payload })
      const { applied = false } = (await answer.json()) as { applied?: boolean }
      return { status: answer.status, applied }
    },
  }
}
