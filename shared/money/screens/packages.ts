import { call, screen } from '../../base/screens.ts'

export const packages = screen({
  label: 'Packages',
  address: '/packages',
  can: 'package.write',
  icon: 'package',
  key: 'K',
  sidebar: ['super_admin'],
  firstCalls: () => [call('packages.list', { kind: 'package', archived: false })],
})
