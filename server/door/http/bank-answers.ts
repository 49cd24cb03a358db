import { json } from 'express'
import { z } from 'zod'
import { instanceAccount } from '../../base/adapters/payments/payment-provider.ts'
import { answerAtBank } from '../../base/adapters/payments/simulated/provider.ts'
import type { Endpoint } from './endpoint.ts'

const answer = z.strictObject({ client_secret: z.string().max(100), approved: z.boolean() })

/** Receives the simulated bank's response from the browser, if the current provider supports that. */
export const bankAnswerEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/',
    can: 'public',
    receive: json({ limit: '4kb' }),
    handle: async ({ services }, req, res) => {
      const input = answer.safeParse(req.body)
      const { client_secret, approved } = input.data ?? { client_secret: '', approved: false }
      const isPlayed = input.success && instanceAccount(services.config)?.bank != null
      const isKnown = isPlayed && (await answerAtBank(services, client_secret, approved))
      res.status(isKnown ? 204 : 404).end()
    },
  },
]
