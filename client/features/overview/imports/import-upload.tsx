import { Alert, Button, FileInput, Group, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { IMPORTS_ADDRESS, type ImportDto } from '#shared/overview/imports.ts'
import { sendFile, sizeProblem } from '../../work/files/upload.ts'
import classes from './imports.module.css'

/** How to export the file from each product. */
const EXPORTS = [
  { product: 'Trello', how: 'Board menu › Print, export, and share › Export as JSON' },
  { product: 'Asana', how: 'Arrow beside the project’s name › Export/Print › CSV (or JSON)' },
  { product: 'Toggl Track', how: 'Reports › Detailed › Export › Download CSV' },
  { product: 'Clockify', how: 'Reports › Detailed › Export › Save as CSV' },
  { product: 'Harvest', how: 'Reports › Time › Detailed report › Export › CSV' },
]

/** Uploads a file and explains why one can't be imported. */
export function ImportUpload({ onRead }: { onRead: (id: string) => void }) {
  const utils = trpc.useUtils()
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function read() {
    const refused = file === null ? 'Please choose a file.' : sizeProblem(file)
    setProblem(refused)
    if (file === null || refused !== null) return
    setProgress(0)
    try {
      const { id } = await sendFile<ImportDto>(file, IMPORTS_ADDRESS, setProgress)
      await utils.imports.invalidate()
      onRead(id)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Couldn’t read the file.')
    } finally {
      setProgress(null)
    }
  }

  return (
    <form
      noValidate
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void read()
      }}
    >
      <dl className={classes.facts}>
        {EXPORTS.map(({ product, how }) => (
          <div key={product} className={classes.fact}>
            <dt>{product}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
      <FileInput
        label="Exported file"
        placeholder="Choose a CSV or JSON file"
        accept=".csv,.json,text/csv,application/json"
        leftSection={<IconFileImport size={16} aria-hidden />}
        leftSectionPointerEvents="none"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        disabled={progress !== null}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          setProblem(null)
        }}
      />
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {progress !== null && (
          <Text size="sm" c="dimmed" role="status">
            {progress < 100 ? `Uploading, ${progress}%` : 'Reading the file…'}
          </Text>
        )}
        <Button type="submit" loading={progress !== null}>
          Read file
        </Button>
      </Group>
    </form>
  )
}
