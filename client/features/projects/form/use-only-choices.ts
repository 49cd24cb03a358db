import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { ProjectValues } from './project-form-values.ts'

/** Where the agency has one client or one contributor, a new project begins with them. */
export function useOnlyChoices(fields: UseFormReturnType<ProjectValues>): void {
  const clients = trpc.clients.list.useQuery({ search: '', limit: 2 })
  const contributors = trpc.people.contributors.useQuery({})
  const client = onlyOf(clients.data?.items)?.name
  const contributor = onlyOf(contributors.data)?.employee_id
  const begin = useEffectEvent((values: Partial<ProjectValues>) => {
    // What nobody typed is nothing to lose: closing the form doesn't ask.
    fields.setInitialValues({ ...fields.getInitialValues(), ...values })
    fields.setValues(values)
  })
  const beginWithClient = useEffectEvent((name: string) => {
    if (fields.getValues().client === '') begin({ client: name })
  })
  const beginWithContributor = useEffectEvent((id: string) => {
    if (fields.getValues().assigned_employee_ids.length === 0) begin({ assigned_employee_ids: [id] })
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
