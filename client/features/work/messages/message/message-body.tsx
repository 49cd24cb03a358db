import type { ReactNode } from 'react'
import { type Block, blocksOf, type Inline } from './markdown.ts'
import classes from './messages.module.css'

/** The text of a message or comment, formatted, with links and highlighted mentions. */
export function MessageBody({ content, mentioned }: { content: string; mentioned: string[] }) {
  return <div className={classes.text}>{each(blocksOf(content, mentioned), drawBlock)}</div>
}

/** The parts of a text never reorder, so the index is a stable key. */
const each = <Part,>(parts: Part[], draw: (part: Part, key: number) => ReactNode): ReactNode[] =>
  parts.map((part, index) => draw(part, index))

function drawBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'code':
      return (
        <pre key={key} className={classes.block}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={key}>{each(block.children, drawInline)}</blockquote>
    case 'paragraph':
      return <p key={key}>{each(block.children, drawInline)}</p>
    case 'list': {
      const items = each(block.items, (item, index) => <li key={index}>{each(item, drawInline)}</li>)
      if (block.start === null) return <ul key={key}>{items}</ul>
      return (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      )
    }
  }
}

function drawInline(part: Inline, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code key={key}>{part.text}</code>
    case 'mention':
      return <strong key={key}>{part.text}</strong>
    case 'strong':
      return <strong key={key}>{each(part.children, drawInline)}</strong>
    case 'em':
      return <em key={key}>{each(part.children, drawInline)}</em>
    case 'link':
      return drawLink(part.text, part.text, key)
    case 'anchor':
      return drawLink(part.href, each(part.children, drawInline), key)
  }
}

const drawLink = (href: string, children: ReactNode, key: number): ReactNode => (
  <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
)
