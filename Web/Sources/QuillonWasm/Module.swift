// The functions that a page calls are in QuillonModule, which exports them. A program without an entry needs a file anyway.
import QuillonModule
