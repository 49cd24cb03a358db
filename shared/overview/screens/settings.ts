import { screen } from '../../base/screens.ts'

export const settings = screen({
  label: 'Settings',
  address: '/settings',
  can: 'settings.own',
  icon: 'settings',
  key: 'X',
  sidebar: 'anyone',
})
