import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import { z } from 'zod'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { spaced } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { employeeSaveInput } from '#shared/people/schemas/employees.ts'
import { useMayInvite } from '../invitations/use-may-invite.ts'
import { useSendInvitation } from '../invitations/use-send-invitation.ts'

const formSchema = employeeSaveInput.extend({ invite: z.boolean() })
type EmployeeValues = z.input<typeof formSchema>

const SKILL_LENGTH = 60

const EMPTY: EmployeeValues = {
  name: '',
  email: '',
  role: '',
  hourly_rate: 0,
  performance_score: 0,
  skills: [],
  invite: false,
}

const valuesOf = (employee: EmployeeDto): EmployeeValues => ({
  id: employee.id,
  version: employee.version,
  name: employee.name,
  email: employee.email,
  role: spaced(employee.role),
  hourly_rate: employee.hourly_rate,
  performance_score: employee.performance_score,
  skills: employee.skills,
  invite: false,
})

interface EmployeeDialogProps {
  /** Omitted to add one. */
  employee?: EmployeeDto
  onClose: () => void
}

/** Adds a contributor, optionally with a portal invitation, or edits one. */
export function EmployeeDialog({ employee, onClose }: EmployeeDialogProps) {
  const utils = trpc.useUtils()
  const ownCurrency = useCurrency()
  const mayInvite = useMayInvite()
  const save = trpc.employees.save.useMutation()
  const sendInvitation = useSendInvitation()
  const form = useAppForm({
    schema: formSchema,
    initialValues: employee === undefined ? EMPTY : valuesOf(employee),
    onSubmit: async ({ invite, ...values }) => {
      const saved = await save.mutateAsync(values)
      toast({
        title: `Employee "${saved.name}" has been ${employee === undefined ? 'added' : 'updated'} successfully!`,
      })
      onClose()
      if (invite) sendInvitation({ email: saved.email, role: 'employee', employee_id: saved.id })
    },
    fallback: 'Failed to save employee',
    latest:
      employee &&
      (async () => valuesOf(await utils.employees.get.fetch({ id: employee.id }, { staleTime: 0 }))),
  })
  const { fields } = form
  return (
    <FormDialog
      title={employee === undefined ? 'Add Employee' : 'Edit Employee'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={employee === undefined ? 'Add Employee' : 'Save changes'}
    >
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <TextInput label="Email" required type="email" {...fields.getInputProps('email')} />
      <TextInput label="Role" required placeholder="senior developer" {...fields.getInputProps('role')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <MoneyField
          label="Hourly rate"
          currency={employee?.currency ?? ownCurrency}
          {...fields.getInputProps('hourly_rate')}
        />
        <NumberField
          label="Performance"
          min={0}
          max={100}
          suffix="%"
          {...fields.getInputProps('performance_score')}
        />
      </SimpleGrid>
      <TextListField
        label="Skills"
        placeholder="Type a skill and press Enter"
        limit={SKILL_LENGTH}
        {...fields.getInputProps('skills')}
      />
      {employee === undefined && mayInvite && (
        <Switch
          label="Send portal invitation"
          description="Sends a link to set a password."
          {...fields.getInputProps('invite', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

/** Loads the contributor first, so that the form starts from saved values and ignores later updates. */
export function EditEmployeeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.employees.get.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit Employee" query={query} onClose={onClose}>
      {(employee) => <EmployeeDialog employee={employee} onClose={onClose} />}
    </EditDialog>
  )
}
