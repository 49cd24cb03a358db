import { domain } from '../../../core/domain.ts'

/** The state of the stand-in for the payment provider. */
export const simulatedProvider = domain({
  tables: {
    simulated_objects: {
      of: 'platform',
      stays: 'belongs to the payment provider for tests',
      key: ['kind', 'id'],
      secret: ['body'],
      system: ['made', 'version'],
    },
  },
})
