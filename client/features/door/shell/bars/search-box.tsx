import { Kbd, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { usePhone } from '#client/lib/breakpoints.ts'
import { MAX_SEARCH_LENGTH, tooLong } from '#shared/base/text/length.ts'
import classes from './shell.module.css'

/** The id of the input, for the keyboard shortcut. */
export const SEARCH_BOX = 'search-box'

const PLACEHOLDER = 'Search projects, clients, tasks...'

/** Enter opens the results if there is text. */
const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

interface SearchBoxProps {
  onSearch: (text: string) => void
  onPalette: () => void
}

export function SearchBox({ onSearch, onPalette }: SearchBoxProps) {
  const [text, setText] = useState('')
  const excess = tooLong(text, MAX_SEARCH_LENGTH)
  // The full placeholder would be truncated there.
  const placeholder = usePhone() ? 'Search' : PLACEHOLDER
  return (
    <search className={classes.searchBox}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '' && excess === null) onSearch(text.trim())
        }}
      >
        <TextInput
          id={SEARCH_BOX}
          aria-label={PLACEHOLDER}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSectionWidth="auto"
          rightSection={
            <UnstyledButton
              className={classes.paletteKeys}
              aria-label={`Open commands, ${PALETTE_KEYS}`}
              onClick={onPalette}
              visibleFrom="md"
            >
              <Kbd size="xs">{PALETTE_KEYS}</Kbd>
            </UnstyledButton>
          }
          error={excess}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
