import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemsOfAnswer, problemsOfCall, SHAPES } from '#tests/support/stripe-stand-in/wire.ts'

const post = (path: string, body: string) =>
  problemsOfCall({ verb: 'POST', address: path, body, idempotencyKey: 'ours' })

test('the shapes are those of the pinned client', () => {
  const { version } = JSON.parse(readFileSync('node_modules/stripe/package.json', 'utf8'))
  expect(SHAPES.version, 'run `npm run stripe-shapes`').toBe(version)
})

test('a call as the client’s types have it is fine', () => {
  expect(post('/v1/payment_intents', 'amount=500&currency=usd&confirm=true&metadata[payment_id]=1')).toEqual(
    [],
  )
  expect(post('/v1/payment_intents', 'amount=500&currency=usd&expand[0]=latest_charge')).toEqual([])
  const list = { verb: 'GET', body: '', idempotencyKey: null }
  expect(
    problemsOfCall({ ...list, address: '/v1/balance_transactions?created[gte]=1&expand[0]=data.source' }),
  ).toEqual([])
})

test.each([
  ['amount=500', 'currency is missing'],
  ['amount=500&currency=usd&tip=1', 'tip is unknown'],
  ['amount=5.x&currency=usd', 'amount is no number'],
  ['amount=500&currency=usd&confirm=yes', 'confirm is no boolean'],
  ['amount=500&currency=usd&automatic_payment_methods[enable]=true', 'enable is unknown'],
  ['amount=500&currency=usd&expand[0]=latest_chrage', "can't expand"],
])('what they don’t allow is noticed: %s', (body, problem) => {
  expect(post('/v1/payment_intents', body).join()).toContain(problem)
})

test('a call that makes something has a key of ours, not one the client made up', () => {
  const call = { verb: 'POST', address: '/v1/refunds', body: 'payment_intent=pi_1' }
  expect(problemsOfCall({ ...call, idempotencyKey: 'ours' })).toEqual([])
  for (const idempotencyKey of [null, 'stripe-node-retry-1']) {
    expect(problemsOfCall({ ...call, idempotencyKey }).join()).toContain('no idempotency key of ours')
  }
})

test('a call that nobody described is refused', () => {
  expect(post('/v1/tokens', '').join()).toContain('is not in scripts/stripe-shapes.ts')
})

test('an answer with another type, or with what Stripe doesn’t say, is noticed', () => {
  const call = { verb: 'GET', address: '/v1/refunds/re_1' }
  const problems = problemsOfAnswer(call, { id: 're_1', object: 'refund', amount: '5', owner: 1 }).join()
  expect(problems).toContain('amount is no number')
  expect(problems).toContain('owner is unknown')
  expect(problems).toContain('currency is missing')
})
