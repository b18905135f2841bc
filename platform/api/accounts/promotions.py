"""An account of companies becomes {product} Staff: asked for by one administrator, confirmed by another."""

from operator import itemgetter
from typing import Any

from django.db import transaction
from ninja import Status

from accounts.changes import confirm_promotion
from accounts.lists import get_account
from accounts.promotions import ask_promotion, cancel_promotion
from api.accounts.accounts import account_answer
from api.accounts.schemas import Account, AccountId, PromotionConfirmation, PromotionOrder
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.repeats import repeated_by
from api.http.routing import Router
from workflows.accounts.links import can_be_mailed, mail_link

router = Router(tags=["User accounts"])


def _account(request: StaffRequest, _: int, user_id: int, **__: Any) -> Any:
    return account_answer(get_account(user_id), request.auth.user)


@router.post(
    "/user/{user_id}/promotion",
    response={201: Account, 409: Problem},
    auth=Staff("users"),
    operation_id="askForUserPromotion",
)
@repeated_by(_account, keep=itemgetter("id"))
def ask(request: StaffRequest, user_id: AccountId, body: PromotionOrder) -> Any:
    """409 `promotion_not_needed`, `promotion_asked` by another; `second_admin_needed` where nobody could confirm it."""
    by = request.auth.user
    with transaction.atomic():
        ask_promotion(user_id, body.cms_access, by=by)
        return Status(201, account_answer(get_account(user_id), by))


@router.post(
    "/user/{user_id}/promotion/confirm",
    response={200: Account, 409: Problem},
    auth=Staff("users"),
    operation_id="confirmUserPromotion",
)
@repeated_by(_account, keep=itemgetter("id"))
def confirm(request: StaffRequest, user_id: AccountId, body: PromotionConfirmation) -> Any:
    """The second administrator's confirmation. 403 `own_promotion`; 409 `promotion_lapsed`, `address_unconfirmed`."""
    by, shown = request.auth.user, body.shown.model_dump(exclude_none=True) if body.shown else {}
    with transaction.atomic():
        user, is_ended = confirm_promotion(user_id, by=by, shown=shown)
        if is_ended and user.is_active and can_be_mailed():
            mail_link(user, by=by)
        return account_answer(user, by)


@router.delete(
    "/user/{user_id}/promotion", response={204: None}, auth=Staff("users"), operation_id="cancelUserPromotion"
)
def cancel(request: StaffRequest, user_id: AccountId) -> Any:
    """By any administrator, also by who asked."""
    with transaction.atomic():
        cancel_promotion(user_id, by=request.auth.user)
    return Status(204, None)
