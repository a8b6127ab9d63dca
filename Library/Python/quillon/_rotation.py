"""Attitudes as angles, in other frames, and applied to vectors. Quaternions have w first and rotate body to reference."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# From x north, y west, z up.
FRAMES = {"NWU": (1.0, 0.0, 0.0, 0.0), "ENU": (np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)), "NED": (0.0, 1.0, 0.0, 0.0)}


def multiply(a: npt.ArrayLike, b: npt.ArrayLike) -> Array:
    """The products of quaternions: the rotation by `b`, then by `a`. Each is N×4, or 4 numbers."""
    (aw, ax, ay, az), (bw, bx, by, bz) = np.moveaxis(_quat(a), -1, 0), np.moveaxis(_quat(b), -1, 0)
    return np.stack([
        aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], axis=-1)


def rotate(quat: npt.ArrayLike, vectors: npt.ArrayLike) -> Array:
    """Vectors of the body frame in the reference frame: N×3. quat: N×4, or 4 numbers for all vectors.

        rotate(motion.quat, motion.linear_acceleration)     # the acceleration in the reference frame
        rotate(motion.quat * [1, -1, -1, -1], vectors)      # from the reference frame to the body frame
    """
    quat, vectors = _quat(quat), np.asarray(vectors, dtype=np.float64)
    w, axis = quat[..., :1], quat[..., 1:]
    t = np.cross(axis, vectors)
    return vectors + 2 * (w * t + np.cross(axis, t))


def euler_zyx(quat: npt.ArrayLike) -> Array:
    """The angles of attitudes, N×3, rad: yaw about z, then pitch about the new y, then roll about the new x axis, as in aviation.

    Yaw and roll are -pi to pi, pitch is -pi/2 to pi/2. At a pitch of a right angle roll is 0.
    """
    w, x, y, z = np.moveaxis(_quat(quat), -1, 0)
    # The same as zxy, with both frames turned by -90 degrees about z.
    yaw, pitch, roll = np.moveaxis(euler_zxy(np.stack([w, y, -x, z], axis=-1)), -1, 0)
    return np.stack([yaw, pitch, -roll], axis=-1)


def euler_zxy(quat: npt.ArrayLike) -> Array:
    """The angles of attitudes, N×3, rad: yaw about z, then pitch about the new x, then roll about the new y axis, as in Core Motion.

    Yaw and roll are -pi to pi, pitch is -pi/2 to pi/2. At a pitch of a right angle roll is 0.
    """
    w, x, y, z = np.moveaxis(_quat(quat), -1, 0)
    # The body's y axis in the reference frame, and the vertical parts of the other two.
    yx, yy, yz = 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)
    xz, zz = 2 * (x * z - w * y), 1 - 2 * (x * x + y * y)
    level = np.hypot(yx, yy)
    is_upright = level < 2.0**-15
    yaw = np.where(is_upright, np.arctan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)), np.arctan2(-yx, yy))
    roll = np.where(is_upright, 0.0, np.arctan2(-xz, zz))
    return np.stack([yaw, np.arctan2(yz, level), roll], axis=-1)


def heading(quat: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The compass headings of the body's y axis, N numbers, rad: 0 is north, pi/2 east, 0 to 2 pi, as quillon_fusion9_heading in C.

    quat: attitudes of Quillon in the frame "magnetic" or "true", whose x points north and y west; in others there is no north. A heading
    means nothing while the y axis points straight up or down.
    """
    w, x, y, z = np.moveaxis(_quat(quat), -1, 0)
    angle = np.arctan2(2 * (x * x + z * z) - 1, 2 * (x * y - w * z)) % (2 * np.pi)
    return np.where(angle < 2 * np.pi, angle, 0.0)


def in_frame(quat: npt.ArrayLike, frame: str) -> Array:
    """Attitudes of Quillon, whose reference frame is x north, y west, z up, in another reference frame.

    frame: "ENU" (x east, y north, z up), "NED" (x north, y east, z down) or "NWU", Quillon's own. The body frame stays as it is.
    """
    if frame not in FRAMES:
        raise ValueError(f"frame is {frame!r}; give one of {', '.join(FRAMES)}")
    return multiply(FRAMES[frame], quat)


def _quat(values: npt.ArrayLike) -> Array:
    quat = np.asarray(values, dtype=np.float64)
    if quat.ndim not in (1, 2) or quat.shape[-1] != 4:
        raise ValueError(f"quat has the shape {quat.shape}; give an array of N × 4 numbers, w first")
    return quat
