import type { EventName, PayloadOf } from '#shared/reactions/events.ts'

type Payloads = { [Name in EventName]?: PayloadOf<Name> }

const card = { brand: 'visa', last4: '4242' }

/** One payload of each event that emails clients. */
export const mailSamples = (
  ofClient: PayloadOf<'autopay.requested'>,
  charge: Omit<PayloadOf<'autopay.skipped'>, 'words'>,
): Payloads => ({
  'autopay.given': { ...ofClient, plan: null, words: 'w', wording: 'w' },
  'autopay.paused': { ...ofClient, card, words: 'w' },
  'autopay.requested': ofClient,
  'autopay.announced': { ...charge, card, chargedOn: '2026-04-03', blocked: null },
  'autopay.declined': { ...charge, card, words: 'w', nextOn: null, paused: false },
  'autopay.skipped': { ...charge, words: 'w' },
})
