import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { theme } from '#client/theme/theme.ts'

/** A query as the library returns it: later changes are reported only of the fields that were read. */
function loadingQuery() {
  const read = new Set<string | symbol>()
  const result = {
    data: undefined,
    error: null,
    fetchStatus: 'fetching' as const,
    isFetchedAfterMount: false,
    refetch: () => {},
  }
  const query = new Proxy(result, {
    get: (target, field, receiver) => {
      read.add(field)
      return Reflect.get(target, field, receiver)
    },
  })
  return { query, read }
}

type LoadingQuery = ReturnType<typeof loadingQuery>['query']

const LOADING = {
  dialog: ({ query }: { query: LoadingQuery }) => (
    <EditDialog title="Edit Entry" query={query} onClose={() => {}}>
      {() => null}
    </EditDialog>
  ),
  drawer: ({ query }: { query: LoadingQuery }) => (
    <RecordDrawer title="Entry" query={query} opened onClose={() => {}}>
      {() => null}
    </RecordDrawer>
  ),
}

test.each(['dialog', 'drawer'] as const)(
  'a %s notices that its record failed to load before its content is shown',
  (kind) => {
    const { query, read } = loadingQuery()
    const Loading = LOADING[kind]
    // On a server, the content of overlays isn't mounted at all.
    renderToString(
      <MantineProvider theme={theme}>
        <Loading query={query} />
      </MantineProvider>,
    )
    expect([...read]).toEqual(expect.arrayContaining(['data', 'error', 'fetchStatus']))
  },
)
