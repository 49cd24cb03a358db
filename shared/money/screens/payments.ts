import { ROLES } from '../../base/roles.ts'
import { call, list, screen } from '../../base/screens.ts'

export const payments = screen({
  label: 'Payments',
  address: '/payments',
  aliases: ['/admin/billing'],
  can: 'payment.read',
  icon: 'credit-card',
  key: 'Y',
  sidebar: ROLES,
  bottomBar: ['super_admin', 'client'],
  firstCalls: () => [call('packages.plans'), call('packages.subscription')],
})

/** Payments, opened on its history. */
export const payouts = screen({
  label: 'Payouts',
  address: '/payouts',
  can: 'payment.read',
  icon: 'receipt',
  palette: 'payout.read',
  firstCalls: ({ role }) => [
    list('payments.list', { status: null }),
    ...(role === 'employee' ? [call('payouts.account', {}), call('payouts.selfBilling', {})] : []),
  ],
})
