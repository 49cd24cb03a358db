import { Text } from '@mantine/core'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { useUser } from '#client/lib/session.ts'
import { isRole, type Role } from '#shared/roles.ts'

const HEADINGS: Record<Role, string> = {
  super_admin: 'Platform Overview',
  agency_admin: 'Agency Dashboard',
  employee: 'Contributor Dashboard',
  client: 'Client Portal',
}

/** Each role's own overview; a role this version does not know is named and has no rights. */
export function DashboardPage() {
  const user = useUser()
  if (!isRole(user.role)) {
    return (
      <Page title="Overview">
        <Text>
          Welcome, {user.name}. Your role is {user.role}.
        </Text>
      </Page>
    )
  }
  return (
    <Page title={HEADINGS[user.role]}>
      <EmptyState drawing="folder" title="Nothing to show yet" message="Your figures will be here." />
    </Page>
  )
}
