import { TagsInput, type TagsInputProps } from '@mantine/core'

/** Email addresses; Enter, a comma, a space or leaving the field adds what was typed. */
export const AddressesField = ({
  value = [],
  placeholder = 'name@example.com',
  ...props
}: TagsInputProps) => (
  <TagsInput
    {...props}
    value={value}
    placeholder={value.length === 0 ? placeholder : ''}
    type="email"
    splitChars={[',', ';', ' ']}
  />
)
