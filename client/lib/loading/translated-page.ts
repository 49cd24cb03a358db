/**
 * Browsers that translate a page put each text into elements of their own. React, whose text is no longer where it was,
 * then fails to remove it or to insert before it, and the screen crashes (facebook/react#11538).
 */
export function tolerateTranslation(): () => void {
  const { removeChild, insertBefore } = Node.prototype

  /** The parent's child that is or contains the node; null if none is. */
  function childWith(parent: Node, node: Node): Node | null {
    if (!parent.contains(node) || parent === node) return null
    return node.parentNode === parent || node.parentNode === null ? node : childWith(parent, node.parentNode)
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const moved = child.parentNode !== this
    if (!moved) return removeChild.call(this, child) as Child
    const translated = childWith(this, child)
    if (translated !== null) removeChild.call(this, translated)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    const moved = next !== null && next.parentNode !== this
    return insertBefore.call(this, child, moved ? childWith(this, next) : next) as Child
  }
  return () => Object.assign(Node.prototype, { removeChild, insertBefore })
}
