import { expect, test } from 'vitest'
import { suggestClients } from '#client/features/work/projects/form/project-form-values.ts'

test('clients who share a name are suggested with their email addresses', () => {
  const suggestions = suggestClients([
    { id: '1', name: 'Anna Schmidt', email: 'anna@elder.test' },
    { id: '2', name: 'Acme', email: 'office@acme.test' },
    { id: '3', name: 'Anna Schmidt', email: 'anna@younger.test' },
  ])
  expect([...suggestions]).toEqual([
    ['Anna Schmidt (anna@elder.test)', '1'],
    ['Acme', '2'],
    ['Anna Schmidt (anna@younger.test)', '3'],
  ])
})
