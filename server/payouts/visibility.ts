import { own, type Visibility } from '../core/visibility.ts'

/** Contributors see what is paid to them. */
export const payoutVisibility = {
  payouts: {
    agency: own,
    contributor: (row, reach) => row.all(own(row, reach), row.is('employee_id', reach.employeeId)),
  },
  payout_batches: { agency: own },
} satisfies Pick<Visibility, 'payouts' | 'payout_batches'>
