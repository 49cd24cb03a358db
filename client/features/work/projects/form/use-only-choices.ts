import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { ProjectValues } from './project-form-values.ts'

/** If the agency has only one client or contributor, preselect them in a new project. */
export function useOnlyChoices(fields: UseFormReturnType<ProjectValues>): void {
  const clients = trpc.clients.list.useQuery({ search: '', limit: 2 })
  const contributors = trpc.people.contributors.useQuery({})
  const client = onlyOf(clients.data?.items)
  const contributor = onlyOf(contributors.data)?.employee_id
  const applyChoices = useEffectEvent((values: Partial<ProjectValues>) => {
    // Preselected values don't count as unsaved input, so closing doesn't ask.
    fields.setInitialValues({ ...fields.getInitialValues(), ...values })
    fields.setValues(values)
  })
  const beginWithClient = useEffectEvent(({ id, name }: { id: string; name: string }) => {
    if (fields.getValues().client === '') applyChoices({ client: name, client_id: id })
  })
  const beginWithContributor = useEffectEvent((id: string) => {
    if (fields.getValues().assigned_employee_ids.length === 0) applyChoices({ assigned_employee_ids: [id] })
  })
  useEffect(() => {
    if (client !== undefined) beginWithClient(client)
  }, [client])
  useEffect(() => {
    if (contributor !== undefined) beginWithContributor(contributor)
  }, [contributor])
}

const onlyOf = <Item>(items: readonly Item[] | undefined): Item | undefined =>
  items?.length === 1 ? items[0] : undefined
