import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './shell.module.css'

const PLACEHOLDER = 'Search projects, clients, tasks...'

/** Enter opens the results if there is text. */
export function SearchBox({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <search className={classes.searchBox}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onSearch(text.trim())
        }}
      >
        <TextInput
          aria-label={PLACEHOLDER}
          placeholder={PLACEHOLDER}
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
