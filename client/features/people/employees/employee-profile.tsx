import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { Fact, Facts, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { PortalInvitation } from '../invitations/portal-invitation.tsx'
import { type EmployeeTab, employeeSearch } from './employee-search.ts'
import { JobTitle } from './job-title.tsx'
import { useEmployeeRights } from './use-employee-rights.ts'

export function EmployeeProfile({ employee }: { employee: EmployeeDto }) {
  const zone = useZone()
  const [, setState] = useSearchState(employeeSearch)
  const toTab = (tab: EmployeeTab, text: string) => (
    <Anchor component="button" type="button" size="md" onClick={() => setState({ tab })}>
      {text}
    </Anchor>
  )
  return (
    <Stack gap="lg">
      <Facts>
        <Fact label="Email">
          <Anchor size="md" href={`mailto:${employee.email}`}>
            {employee.email}
          </Anchor>
        </Fact>
        <Fact label="Role">
          <JobTitle role={employee.role} />
        </Fact>
        <Fact label="Hourly rate">{formatMoney(employee.hourly_rate, employee.currency)}/h</Fact>
        <Fact label="Performance">{employee.performance_score}%</Fact>
        <Fact label="Active projects">{toTab('projects', String(employee.active_projects))}</Fact>
        <Fact label="Open tasks">
          <Anchor
            size="md"
            renderRoot={(props) => (
              <Link to="/tasks" search={{ assigned_to_id: employee.id, open: true }} {...props} />
            )}
          >
            {employee.open_tasks}
          </Anchor>
        </Fact>
        <Fact label="Hours logged">{toTab('time', formatHours(employee.total_hours * 3600))}</Fact>
        <Fact label="Joined">{formatInstantDate(employee.created_at, zone)}</Fact>
        {employee.deactivated_at !== null && (
          <Fact label="Deactivated">{formatInstantDate(employee.deactivated_at, zone)}</Fact>
        )}
      </Facts>
      <Section title="Skills">
        {employee.skills.length === 0 ? (
          <Text size="sm" c="dimmed">
            No skills added yet.
          </Text>
        ) : (
          <Group gap={6}>
            {employee.skills.map((skill) => (
              <Badge key={skill} color="gray" fw={500}>
                {skill}
              </Badge>
            ))}
          </Group>
        )}
      </Section>
      <Section title="Portal">
        {employee.deactivated_at === null ? (
          <PortalInvitation
            invitee={{ email: employee.email, role: 'employee', employee_id: employee.id }}
            status={employee.portal_status}
            accountEmail={employee.account_email}
          />
        ) : (
          <ClosedAccount employee={employee} />
        )}
      </Section>
    </Stack>
  )
}

/** A deactivated contributor's account, which can't be invited again, for example in another role, until it is removed. */
function ClosedAccount({ employee: { id, name, account_email } }: { employee: EmployeeDto }) {
  const { write } = useEmployeeRights()
  const [removing, setRemoving] = useState(false)
  const remove = trpc.employees.removeAccount.useMutation({
    onError: errorToast('Failed to remove the account'),
  })
  const confirmRemoval = async () => {
    await remove.mutateAsync({ id })
    toast({ title: 'Account removed', message: `${account_email} no longer belongs to your agency.` })
  }
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" c="dimmed">
        Deactivated contributors can’t sign in. Reactivate {name} first.
      </Text>
      {write && account_email !== null && (
        <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
          Remove account
        </Button>
      )}
      {removing && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(false)}
          title="Remove account"
          message={`${account_email} will no longer belong to your agency and can be invited again in any role. The time and tasks of ${name} remain.`}
          confirmLabel="Remove account"
          destructive
          onConfirm={confirmRemoval}
        />
      )}
    </Group>
  )
}
