"""Arrays as tables of pandas, which is only needed here."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def frame(**columns: Any) -> pandas.DataFrame:
    """A DataFrame of arrays: one of several columns becomes as many, with x, y, z or w, x, y, z after its name; None is left out."""
    import pandas

    table = {}
    for name, values in columns.items():
        if values is None:
            continue
        if getattr(values, "ndim", 1) == 1:
            table[name] = values
        else:
            axes = "xyz" if values.shape[1] == 3 else "wxyz"
            table.update({name + axis: values[:, index] for index, axis in enumerate(axes)})
    return pandas.DataFrame(table)
